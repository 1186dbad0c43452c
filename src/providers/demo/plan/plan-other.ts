import type { Json } from '../../../core/index.ts'
import type { OfferedTool, Parameter } from '../prompt/offered-tool.ts'
import { type PlannedCall, listCall, searchCall } from './planned-call.ts'
import type { Seen } from './seen.ts'
import type { Kit } from './tool-roles.ts'
import type { Wish } from '../understand/wish.ts'
import { contentWords, stem, stemsOf } from '../understand/words.ts'

/** A tool of another kind, if its name speaks of what is asked and all that it needs was said. */
export function planOther(
  wish: Extract<Wish, { kind: 'ask' }>,
  seen: readonly Seen[],
  kit: Kit,
): PlannedCall | undefined {
  if (seen.length > 0) return undefined
  const stems = new Set(wish.words.map(stem))
  for (const tool of kit.others) {
    const named = stemsOf(tool.name.replace(/[_.-]+/g, ' ')).filter(word => stems.has(word))
    if (named.length === 0) continue
    const call = fill(
      tool,
      wish.words.filter(word => !named.includes(stem(word))),
    )
    if (call !== undefined) return call
  }
  return undefined
}

function fill(tool: OfferedTool, words: readonly string[]): PlannedCall | undefined {
  const args: Record<string, Json> = {}
  let rest = words
  for (const parameter of tool.parameters.filter(({ required }) => required)) {
    const word = rest.find(candidate => fits(candidate, parameter))
    if (word === undefined) return undefined
    args[parameter.name] = /^(?:integer|number)/.test(parameter.type) ? Number(word) : word
    rest = rest.filter(other => other !== word)
  }
  return { tool, role: 'other', args }
}

function fits(word: string, { type }: Parameter): boolean {
  if (/^(?:integer|number)/.test(type)) return /^\d{1,9}$/.test(word)
  if (type.includes('|')) return type.split('|').includes(word)
  return type === 'string' || type === 'any'
}

/** A call must come and none fits the question: one that only looks, never one that changes something. */
export function anyCall(kit: Kit, question: string): PlannedCall | undefined {
  const [word] = contentWords(question)
  return (word === undefined ? undefined : searchCall(kit, word)) ?? listCall(kit)
}
