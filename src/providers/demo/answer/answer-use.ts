import { isJsonObject, parseJsonText, textOf } from '../../../core/index.ts'
import type { Answer } from './cited-answer.ts'
import type { Seen } from '../plan/seen.ts'
import type { Wish } from '../understand/wish.ts'

const MOST_LINES = 12

/** What came back, as it is; a model of rules has nothing to add to it. */
export function answerUse(
  { slot, value }: Extract<Wish, { kind: 'use' }>,
  [used]: readonly Seen[],
): Answer | undefined {
  if (used?.call === undefined) return undefined
  const { failure, lines } = used.found
  const what = slot === 'command' ? `\`${value}\`` : value
  if (failure !== undefined) return { text: `That did not work for ${what}: ${failure}` }
  const shown = printed(lines)
    .filter(line => line.trim() !== '')
    .slice(0, MOST_LINES)
  const text = shown.length === 0 ? 'Nothing was printed.' : `\`\`\`\n${shown.join('\n')}\n\`\`\``
  return { text: `${used.call.tool.name} was called with ${what}:\n\n${text}` }
}

/** A command's output comes with its exit code, as one object. */
function printed(lines: readonly string[]): readonly string[] {
  const envelope = parseJsonText(lines.join('\n'))
  if (!isJsonObject(envelope) || typeof envelope['stdout'] !== 'string') return lines
  return [envelope['stdout'], textOf(envelope['stderr'])].join('\n').split('\n')
}
