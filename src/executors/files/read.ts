import { type FileContent, type JsonObject, type Result, type ToolOutput, fail, succeed } from '../../core/index.ts'
import { numberArgument, textArgument } from './argument.ts'
import type { FileAct, FileContext } from './file-act.ts'
import { suggestNames } from './not-found.ts'
import { assessReading } from './reading.ts'
import { type LineRange, requireText, cutLine, linesWord, pickLines } from './text-file.ts'

export function createReadAct({ workspace, settings }: FileContext): FileAct {
  return {
    use: 'read',
    caps: ['max_lines', 'max_line_characters', 'max_file_bytes'],
    assess: call => assessReading(workspace, 'reads', textArgument(call.args, 'path') ?? ''),
    async run({ args }) {
      const path = textArgument(args, 'path') ?? ''
      const range = rangeOf(args, settings.max_lines)
      if (!range.ok) return range
      const file = workspace.read(path, { maxBytes: settings.max_file_bytes })
      if (!file.ok) return { ok: false, error: suggestNames(workspace, path, file.error) }
      return showLines(file.value, range.value, settings.max_line_characters)
    },
  }
}

/** What the caller asks for, never more than the cap. */
function rangeOf(args: JsonObject, cap: number): Result<LineRange> {
  const start = numberArgument(args, 'start_line') ?? 1
  const end = numberArgument(args, 'end_line') ?? Number.POSITIVE_INFINITY
  if (end < start)
    return fail('tool_call_invalid_args', `"end_line" (${end}) comes before "start_line" (${start}). Swap them.`)
  return succeed({ start, count: Math.min(end - start + 1, numberArgument(args, 'max_lines') ?? cap, cap) })
}

function showLines(file: FileContent, range: LineRange, maxCharacters: number): Result<ToolOutput> {
  const text = requireText(file)
  if (!text.ok) return text
  const { lines, total } = pickLines(text.value, range)
  const [shown, end] = [lines.length, range.start + lines.length - 1]
  const remaining = shown === 0 ? 0 : total - end
  const mark = markOf({ shown, total, remaining, next: end + 1 })
  return succeed({
    text: [...lines.map(line => cutLine(line, maxCharacters)), ...mark].join('\n'),
    data: {
      path: file.path,
      lines_shown: shown,
      lines_remaining: remaining,
      has_more: remaining > 0,
      start_line: range.start,
      end_line: end,
      total_lines: total,
      sha256: file.sha256,
    },
    sources: [{ path: file.path, sha256: file.sha256, ...(shown > 0 && { lines: [range.start, end] as const }) }],
    page: { shown, remaining, ...(remaining > 0 && { next: `start_line=${end + 1}` }) },
  })
}

type ReadCut = { readonly shown: number; readonly total: number; readonly remaining: number; readonly next: number }

/** What the model sees of a cut: without it, a part would pass for the whole. */
function markOf({ shown, total, remaining, next }: ReadCut): readonly string[] {
  if (total === 0) return ['[the file is empty]']
  if (shown === 0) return [`[no such lines: the file has ${linesWord(total)}]`]
  return remaining > 0 ? [`[${shown} of ${linesWord(total)} shown; call again with start_line=${next}]`] : []
}
