import type { Answer } from './cited-answer.ts'
import { filesWith } from '../plan/plan-change.ts'
import { type Seen, pathOf } from '../plan/seen.ts'
import type { Wish } from '../understand/wish.ts'
import { joinNames } from '../understand/words.ts'

/** Done only if the tool says so. */
export function answerChange(
  { old, fresh, file }: Extract<Wish, { kind: 'replace' }>,
  seen: readonly Seen[],
): Answer | undefined {
  const edit = seen.find(({ call }) => call?.role === 'edit')
  if (edit === undefined) return file === undefined ? undecided(old, seen) : undefined
  const path = pathOf(edit) ?? file ?? 'the file'
  if (edit.found.failure !== undefined)
    return { text: `I did not change ${path}: ${edit.found.failure} If you mean every place, say "replace all".` }
  return { text: `Done: "${old}" is now "${fresh}" in ${path}.${receiptWords(edit)}` }
}

function undecided(old: string, seen: readonly Seen[]): Answer | undefined {
  const files = filesWith(seen)
  if (files.length < 2) return undefined
  return {
    text: `"${old}" stands in several files: ${joinNames(files)}. I changed nothing; please say in which one I should replace it.`,
  }
}

export function answerWriting({ file }: Extract<Wish, { kind: 'write' }>, seen: readonly Seen[]): Answer | undefined {
  const [write] = seen
  if (write?.call?.role !== 'write') return undefined
  if (write.found.failure !== undefined) return { text: `I did not write ${file}: ${write.found.failure}` }
  return { text: `I wrote ${file}.${receiptWords(write)}` }
}

const receiptWords = ({ found }: Seen): string =>
  found.receipt === undefined ? '' : ` The receipt is ${found.receipt}.`
