import { isDeepStrictEqual } from 'node:util'
import { type Json, type Setting, type WorkspaceMay, isJsonList, isJsonObject } from '../../core/index.ts'
import { joinRules, joinTexts } from './join-lists.ts'
import type { Heeded, WorkspaceRequest } from './config-layer.ts'

/** How far a workspace may set a value: a person's own stands, lists grow, untrusted values may only narrow. */
export function heedWorkspace(wish: WorkspaceRequest): Heeded {
  const { known, own, wanted, trusted } = wish
  const may = known.setting.workspaceMay
  if (may !== 'never' && isJsonList(own.value) && isJsonList(wanted.value)) {
    if (isRuleList(known.setting)) return joinRules(wish, own.value, wanted.value)
    if (may === 'extend') return joinTexts(wish, own.value, wanted.value)
  }
  if (own.origin !== 'default') return { given: own, refused: [] }
  if (may === 'never')
    return isDeepStrictEqual(own.value, wanted.value) ? { given: own, refused: [] } : refuse(wish, NEVER)
  return trusted || narrows(may, own.value, wanted.value)
    ? { given: wanted, refused: [] }
    : refuse(wish, UNTRUSTED[may])
}

const refuse = ({ known: { key }, own, wanted }: WorkspaceRequest, because: string): Heeded => ({
  given: own,
  refused: [{ key, wanted: wanted.value, because }],
})

const NEVER = 'only your own configuration may set this, never a workspace'
const UNTRUSTED = {
  lower: 'an untrusted workspace may only lower this',
  raise: 'an untrusted workspace may only raise this',
  turn_on: 'an untrusted workspace may only turn this on',
  turn_off: 'an untrusted workspace may only turn this off',
  extend: 'an untrusted workspace may only add to this',
  when_trusted: 'the workspace is not trusted',
} as const satisfies Record<Exclude<WorkspaceMay, 'never'>, string>

function narrows(may: Exclude<WorkspaceMay, 'never'>, own: Json, wanted: Json): boolean {
  if (isDeepStrictEqual(own, wanted)) return true
  switch (may) {
    case 'lower':
      return limitOf(wanted) <= limitOf(own)
    case 'raise':
      return limitOf(wanted) >= limitOf(own)
    case 'turn_on':
      return wanted === true
    case 'turn_off':
      return wanted === false
    case 'extend':
    case 'when_trusted':
      return false
  }
}

/** No limit at all is more than any number; what is neither compares with nothing. */
function limitOf(value: Json): number {
  if (value === null) return Number.POSITIVE_INFINITY
  return typeof value === 'number' ? value : Number.NaN
}

/** Rules say what they do in `action`; the first one that fits decides. */
function isRuleList({ schema: { items } }: Setting): boolean {
  const members = isJsonObject(items) ? items['properties'] : undefined
  return isJsonObject(members) && members['action'] !== undefined
}

/** Does a list of rules say no to anything? */
export const hasDenial = (rules: Json): boolean =>
  isJsonList(rules) && rules.some(rule => isJsonObject(rule) && rule['action'] === 'deny')
