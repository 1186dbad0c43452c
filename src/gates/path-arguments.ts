import { type Json, type JsonObject, isJsonList, isJsonObject } from '../core/index.ts'
import { extractPaths, isUrl } from './extract-paths.ts'
import { keyWords } from './key-words.ts'

const PATH_WORDS: ReadonlySet<string> = new Set([
  'path',
  'paths',
  'file',
  'files',
  'filename',
  'filepath',
  'dir',
  'directory',
  'folder',
  'cwd',
])
const LONGEST_PATH = 4_096 // PATH_MAX of Linux

type Leaf = { readonly key: string; readonly text: string }

/** Every string among the arguments, with the nearest key above it. */
export function* stringLeaves(value: Json, key = ''): Generator<Leaf> {
  if (typeof value === 'string') yield { key, text: value }
  else if (isJsonList(value)) for (const item of value) yield* stringLeaves(item, key)
  else if (isJsonObject(value)) for (const [name, member] of Object.entries(value)) yield* stringLeaves(member, name)
}

/** Arguments that are a path as a whole: their key says so, or they look like nothing else. */
export function pathArguments(args: JsonObject): readonly string[] {
  const leaves = [...stringLeaves(args)].filter(
    ({ text }) => text !== '' && text.length <= LONGEST_PATH && !/[\r\n]/.test(text) && !isUrl(text),
  )
  return [...new Set(leaves.filter(leaf => isPathKey(leaf.key) || isOnePath(leaf.text)).map(({ text }) => text))]
}

/** Every path that stands anywhere in the arguments, in a command or a sentence too. */
export function pathsIn(args: JsonObject): readonly string[] {
  const found = new Set(pathArguments(args))
  for (const { text } of stringLeaves(args)) for (const path of extractPaths(text)) found.add(path)
  return [...found]
}

const isPathKey = (key: string): boolean => PATH_WORDS.has(keyWords(key).at(-1) ?? '')

const isOnePath = (text: string): boolean => !/\s/.test(text) && extractPaths(text)[0] === text
