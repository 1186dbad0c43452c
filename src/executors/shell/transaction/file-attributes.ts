import { spawnSync } from 'node:child_process'
import { type Json, isJsonObject } from '../../../core/index.ts'
import { bytesOfText, textOfBytes } from '../../path-bytes.ts'
import type { Tree } from './open-tree.ts'

/** Extended attributes (access lists among them) by their names, each value in hexadecimal digits. */
export type FileAttributes = Readonly<Record<string, string>>

const MAX_BYTES = 3_000 // a longer path is given from its own folder on

/** Longer ones are reached by no program that takes a path. */
export const isShortPath = (path: string): boolean => path.length < MAX_BYTES && Buffer.byteLength(path) < MAX_BYTES

const READ = ['-0', 'getfattr', '-h', '-d', '-m', '-', '-e', 'hex', '--']
const MAX_OUTPUT = 256 * 1024 * 1024

/** Node reads no extended attributes, so `getfattr` does. Undefined where that is not installed. */
export function readAttributes(tree: Tree, paths: readonly string[]): ReadonlyMap<string, FileAttributes> | undefined {
  const names = paths.filter(isShortPath).flatMap(path => [Buffer.from(bytesOfText(path)), ZERO])
  if (names.length === 0) return new Map()
  const [input, cwd] = [Buffer.concat(names), String(tree.folder('.'))]
  const { stdout, status } = spawnSync('xargs', READ, { input, cwd, maxBuffer: MAX_OUTPUT, stdio: [...PIPES] })
  return status === 0 || status === SOME_FAILED
    ? new Map(stdout.toString('latin1').split('\n\n').flatMap(blockOf))
    : undefined
}

const ZERO = Buffer.from([0])
const SOME_FAILED = 123 // of the programs that xargs ran: a disk without attributes, a file that is gone
const PIPES = ['pipe', 'pipe', 'ignore'] as const

function blockOf(block: string): readonly (readonly [string, FileAttributes])[] {
  const [head = '', ...lines] = block.trim().split('\n')
  if (!head.startsWith(HEAD)) return []
  const pairs = lines.map(line => {
    const at = line.lastIndexOf('=0x')
    return at < 0 ? ([line, ''] as const) : ([line.slice(0, at), line.slice(at + 3)] as const)
  })
  return [[unescaped(head.slice(HEAD.length)), Object.fromEntries(pairs)]]
}

const HEAD = '# file: '

/** `getfattr` writes a few bytes of a name as three octal digits. */
const unescaped = (name: string): string =>
  textOfBytes(
    Buffer.from(
      name.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8))),
      'latin1',
    ),
  )

/** A line break in a name would begin another line of the list. */
const escaped = (name: string): string =>
  name.replace(/[\\\n\r]/g, sign => `\\${(sign.codePointAt(0) ?? 0).toString(8).padStart(3, '0')}`)

/** What cannot be set is seen when the attributes are read again. `folder` is open. */
export function setAttributes(folder: string, name: string, attributes: FileAttributes): void {
  const lines = Object.entries(attributes).map(([key, value]) => (value === '' ? key : `${key}=0x${value}`))
  const head = Buffer.from(`${HEAD}${escaped(name)}\n`)
  const input = Buffer.concat([head, Buffer.from([...lines, ''].join('\n'), 'latin1')])
  spawnSync('setfattr', ['-h', '--restore=-'], { input, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] })
}

export function decodeAttributes(value: Json | undefined): FileAttributes | undefined {
  if (!isJsonObject(value)) return undefined
  const pairs = Object.entries(value).flatMap(([name, hex]) => (typeof hex === 'string' ? [[name, hex] as const] : []))
  return Object.fromEntries(pairs)
}

export const isSameAttributes = (one: FileAttributes | undefined, other: FileAttributes | undefined): boolean =>
  linesOf(one) === linesOf(other)

const linesOf = (attributes: FileAttributes = {}): string =>
  Object.entries(attributes)
    .map(pair => pair.join('='))
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join('\n')
