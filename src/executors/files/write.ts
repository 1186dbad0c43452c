import { type Result, fail, succeed } from '../../core/index.ts'
import { flagArgument, textArgument } from './argument.ts'
import { type FileEdit, type DecideChange, type FileState, createChangeAct } from './change.ts'
import type { FileAct, FileBench } from './file-act.ts'
import { countLines, isTextFile, linesWord } from './text-file.ts'

export function createWriteAct(bench: FileBench): FileAct {
  const decide: DecideChange = ({ args }, state) => {
    const bytes = Buffer.from(textArgument(args, 'content') ?? '')
    const { max_file_bytes: max } = bench.settings
    if (bytes.length > max)
      return fail('file_unsuitable', `The content has ${bytes.length} bytes; at most ${max} can be written.`)
    return decideWrite(state, bytes, flagArgument(args, 'overwrite'))
  }
  return createChangeAct(bench, decide)
}

function decideWrite({ path, present }: FileState, bytes: Uint8Array, overwrite: boolean): Result<FileEdit> {
  if (present === null) return succeed({ bytes, summary: `creates ${path} (${linesWord(countLines(bytes))})` })
  if (!overwrite)
    return fail(
      'tool_failed',
      `${JSON.stringify(path)} exists (${sizeOf(present.bytes)}). Change it with file_edit, or send overwrite: true.`,
    )
  if (bufferEquals(present.bytes, bytes)) return succeed({ bytes, summary: `writes ${path} again without a change` })
  return succeed({ bytes, summary: `replaces the whole of ${path} (${sizeOf(present.bytes)} → ${countLines(bytes)})` })
}

const bufferEquals = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const sizeOf = (bytes: Uint8Array): string =>
  isTextFile(bytes) ? linesWord(countLines(bytes)) : `${bytes.length} bytes, not text`
