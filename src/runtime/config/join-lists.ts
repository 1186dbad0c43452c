import { type Json, canonicalJson, isJsonObject } from '../../core/index.ts'
import type { Heeded, RefusedValue, WorkspaceRequest } from './config-layer.ts'

type Lists = readonly Json[]

/** A workspace adds names and patterns. Once trusted it may replace the default, but never what a person wrote. */
export function joinTexts(wish: WorkspaceRequest, own: Lists, wanted: Lists): Heeded {
  const replaces = wish.trusted && wish.own.origin === 'default'
  return { given: replaces ? wish.wanted : together(wish, union(own, wanted)), refused: [] }
}

/** The first fitting rule decides: trusted workspace rules stand behind the person's own, narrowing ones in front. */
export function joinRules(wish: WorkspaceRequest, own: Lists, wanted: Lists): Heeded {
  if (wish.trusted) return { given: together(wish, [...own, ...wanted]), refused: [] }
  const judged = wanted.map((rule, index) => ({ rule, index, because: objection(rule, wish) }))
  const kept = judged.filter(({ because }) => because === undefined).map(({ rule }) => rule)
  const refused = judged.flatMap(({ rule, index, because }): readonly RefusedValue[] =>
    because === undefined ? [] : [{ key: `${wish.known.key}[${index}]`, wanted: rule, because }],
  )
  return { given: kept.length === 0 ? wish.own : together(wish, [...kept, ...own]), refused }
}

function objection(rule: Json, { ownDenials }: WorkspaceRequest): string | undefined {
  const action = isJsonObject(rule) ? rule['action'] : undefined
  if (action === 'deny') return undefined
  if (action !== 'ask') return 'an untrusted workspace may only add rules that deny or ask'
  return ownDenials ? 'in front of your rules that deny it could turn a no into a question' : undefined
}

function together({ own, wanted }: WorkspaceRequest, value: Lists): WorkspaceRequest['own'] {
  return { value, origin: own.origin === 'default' ? wanted.origin : `${own.origin} + ${wanted.origin}` }
}

function union(own: Lists, wanted: Lists): Lists {
  const byForm = new Map([...own, ...wanted].map(item => [canonicalJson(item), item]))
  return [...byForm.values()]
}
