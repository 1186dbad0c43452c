import { type Json, canonicalJson, isJsonObject } from '../../core/index.ts'
import type { Heeded, RefusedValue, Wish } from './workspace-wish.ts'

type Lists = readonly Json[]

/** Names and patterns: what the workspace adds is added. Once trusted it may also replace the default, but never what a person wrote. */
export function joinTexts(wish: Wish, own: Lists, wanted: Lists): Heeded {
  const replaces = wish.trusted && wish.own.origin === 'default'
  return { given: replaces ? wish.wanted : together(wish, union(own, wanted)), refused: [] }
}

/** The first rule that fits decides: trusted ones stand behind the person's own, and what only narrows in front of everything. */
export function joinRules(wish: Wish, own: Lists, wanted: Lists): Heeded {
  if (wish.trusted) return { given: together(wish, [...own, ...wanted]), refused: [] }
  const judged = wanted.map((rule, index) => ({ rule, index, because: objection(rule, wish) }))
  const kept = judged.filter(({ because }) => because === undefined).map(({ rule }) => rule)
  const refused = judged.flatMap(({ rule, index, because }): readonly RefusedValue[] =>
    because === undefined ? [] : [{ key: `${wish.known.key}[${index}]`, wanted: rule, because }],
  )
  return { given: kept.length === 0 ? wish.own : together(wish, [...kept, ...own]), refused }
}

function objection(rule: Json, { ownDenials }: Wish): string | undefined {
  const action = isJsonObject(rule) ? rule['action'] : undefined
  if (action === 'deny') return undefined
  if (action !== 'ask') return 'an untrusted workspace may only add rules that deny or ask'
  return ownDenials ? 'in front of your rules that deny it could turn a no into a question' : undefined
}

function together({ own, wanted }: Wish, value: Lists): Wish['own'] {
  return { value, origin: own.origin === 'default' ? wanted.origin : `${own.origin} + ${wanted.origin}` }
}

function union(own: Lists, wanted: Lists): Lists {
  const byForm = new Map([...own, ...wanted].map(item => [canonicalJson(item), item]))
  return [...byForm.values()]
}
