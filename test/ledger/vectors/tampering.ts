import { cpSync, readFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const RECEIPTS = 'sessions/plain/tool_receipts.jsonl'
const NOTE = 'checkpoints/000000000049.txt'

/** Ways to spoil a folder that `writeVariedLog` has written, all of which must be found. */
export const TAMPERING: readonly (readonly [string, (folder: string) => void])[] = [
  [
    'a line of the log edited',
    changed('log/000002.jsonl', lines => lines.map(line => line.replaceAll('"nine"', '"none"'))),
  ],
  [
    'a space put into a line of the log',
    changed('log/000002.jsonl', lines => lines.with(1, lines[1]?.replace(':', ': ') ?? '')),
  ],
  [
    'a mac exchanged',
    changed('log/000003.jsonl', lines => lines.with(0, lines[0]?.replace(/"mac":"..../, '"mac":"0000') ?? '')),
  ],
  ['a line of the log removed', changed('log/000002.jsonl', lines => lines.toSpliced(1, 1))],
  ['two lines of the log exchanged', changed('log/000002.jsonl', ([a = '', b = '', ...rest]) => [b, a, ...rest])],
  ['a line of the log doubled', changed('log/000002.jsonl', ([a = '', ...rest]) => [a, a, ...rest])],
  ['a line that is no JSON', changed('log/000004.jsonl', lines => lines.with(1, 'nothing'))],
  ['the last line cut off', folder => changed(lastSegment(folder), lines => lines.slice(0, -1))(folder)],
  ['the last line cut off everywhere, with the checkpoint over it', cutEverywhere],
  ['the last line cut in two', folder => truncateSync(join(folder, lastSegment(folder)), 100)],
  ['the last segment gone', folder => rmSync(join(folder, lastSegment(folder)))],
  ['a segment in the middle gone', folder => rmSync(join(folder, 'log/000005.jsonl'))],
  ['two segments exchanged', folder => exchange(folder, 'log/000004.jsonl', 'log/000005.jsonl')],
  ['the whole log gone', folder => rmSync(join(folder, 'log'), { recursive: true })],
  [
    'a receipt edited in its session file',
    changed(RECEIPTS, lines => lines.map(line => line.replace('"seen"', '"same"'))),
  ],
  ['a receipt removed from its session file', changed(RECEIPTS, lines => lines.slice(1))],
  ['a receipt doubled in its session file', changed(RECEIPTS, lines => [...lines, lines.at(-1) ?? ''])],
  ['receipts in another order', changed(RECEIPTS, lines => lines.toReversed())],
  ['a session file cut', changed(RECEIPTS, lines => lines.slice(0, -1))],
  ['a session file gone', folder => rmSync(join(folder, 'sessions/plain'), { recursive: true })],
  ['two session files exchanged', folder => exchange(folder, 'sessions/plain', 'sessions/_-5ec1f7e7')],
  [
    'a session that no call made',
    folder => cpSync(join(folder, 'sessions/plain'), join(folder, 'sessions/more'), { recursive: true }),
  ],
  ['the audit file edited', changed('audit.jsonl', lines => lines.with(3, '{}'))],
  [
    'keys in another order',
    changed('audit.jsonl', lines => lines.map(line => line.replace('"1":1,"2":2', '"2":2,"1":1'))),
  ],
  ['the attempts file gone', folder => rmSync(join(folder, 'attempts.jsonl'))],
  ['the last newline of the log gone', folder => cutByte(join(folder, lastSegment(folder)))],
  ['the last newline of a segment in the middle gone', folder => cutByte(join(folder, 'log/000004.jsonl'))],
  ['the last newline of the audit file gone', folder => cutByte(join(folder, 'audit.jsonl'))],
  ['the last newline of a session file gone', folder => cutByte(join(folder, RECEIPTS))],
  ['a permission added', changed('permissions.jsonl', lines => [...lines, lines[0] ?? ''])],
  ['a checkpoint edited', changed(NOTE, lines => lines.with(1, '48'))],
  ['a checkpoint that is none', folder => writeFileSync(join(folder, NOTE), 'nothing\n')],
  [
    'a checkpoint in the place of another',
    folder => cpSync(join(folder, 'checkpoints/000000000025.txt'), join(folder, NOTE)),
  ],
  [
    'bits of a signature that mean nothing',
    changed(NOTE, lines => lines.with(4, lines[4]?.replace(/.=$/, otherBits) ?? '')),
  ],
  ['a checkpoint with a second signature', changed(NOTE, lines => [...lines, lines.at(-1) ?? ''])],
]

export function changed(file: string, change: (lines: string[]) => readonly string[]): (folder: string) => void {
  return folder => {
    const before = readFileSync(join(folder, file), 'utf8')
    const lines = change(before.split('\n').slice(0, -1))
    const after = lines.map(line => `${line}\n`).join('')
    if (after === before) throw new Error(`nothing was changed in ${file}`)
    writeFileSync(join(folder, file), after)
  }
}

/** The last line is an attempt that became no call: it stands in the log and in two more files. */
function cutEverywhere(folder: string): void {
  for (const file of [lastSegment(folder), 'attempts.jsonl', 'audit.jsonl'])
    changed(file, lines => lines.slice(0, -1))(folder)
  rmSync(join(folder, 'checkpoints/000000000073.txt'))
}

const cutByte = (path: string): void => truncateSync(path, readFileSync(path).length - 1)

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Two bits of the last letter are beyond the last byte. */
function otherBits(end: string): string {
  return `${BASE64[BASE64.indexOf(end.charAt(0)) ^ 1]}=`
}

function exchange(folder: string, one: string, other: string): void {
  renameSync(join(folder, one), join(folder, 'between'))
  renameSync(join(folder, other), join(folder, one))
  renameSync(join(folder, 'between'), join(folder, other))
}

export function lastSegment(folder: string): string {
  return `log/${readdirSync(join(folder, 'log')).toSorted().at(-1) ?? ''}`
}
