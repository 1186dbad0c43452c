import { type JsonObject, type Toolbox, isJsonObject } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import type { Dialect, PieceReading, ReadCall, WholeReply } from './dialect.ts'
import { looksLikeSchema, parametersOf } from './keys.ts'
import { objectInString } from './object-in-string.ts'
import { pairsIn } from './pairs-in.ts'
import { textOf } from './tag-parts.ts'
import { typedArguments } from './typed-arguments.ts'

const LABEL = /^\s*[\w+-]*\s*$/ // the language after a fence
const BEFORE = /^\s*(?:thought\s*:.*|#+\s*(?:tool|function)[ _]call\s*:?)$/i
const HEAD = /^[-*>#\s]{0,12}(?:(?:tool|function)(?:[ _](?:name|call))?|name|action|call)\**\s*[:=]\**\s*["'`*]*([\w.:/-]+?)["'`*]*$/i
const NAME_ALONE = /^[->#\s]{0,12}(?:["'`*]{0,3}([\w.-]+)["'`*]{0,3}:|\[([\w.-]+)\])$/
const ARGUMENTS = /^[-*>\s]{0,12}(?:arguments|args|parameters|params|inputs?|(?:action|tool)[ _]input)\**\s*[:=]\**\s*(.*)$/i
const PAIR = /^[-*>\s]{0,24}["'`]?([\w.-]+)["'`*]{0,3}\s*[:=]\**\s*(\S.*)$/
const ONE_LINE = /^\s*[/$@!]?([\w.-]+)[\s,:;]+(\S.*)$/
const PLACEHOLDER = /^(?:<[^>]*>|\.{3}|…|[|>][-+]?|(?:string|str|integer|int|number|float|bool|boolean|array|list|object)\b.*)$/i
const LONGEST = 20_000 // characters of one block; longer values are written with brackets or tags

/** A tool's name on one line and a key with its value on each of the next, as in YAML, TOML or a list; or all of it on one line. */
export const keyLines: Dialect = {
  name: 'key_lines',
  readReply: reply => {
    for (const block of blocksOf(reply)) {
      const call = readBlock(block.text, reply.tools)
      if (call !== undefined) return { calls: [call], from: block.from, through: block.through }
    }
    return undefined
  },
}

type Block = Required<Pick<PieceReading, 'from' | 'through'>> & { readonly text: string }

/** What stands in a closed fence. Lines without one have no end of their own: they count if nothing else was said, and the model ended by itself. */
function blocksOf({ pieces, isFinished }: WholeReply): readonly Block[] {
  const fences = pieces.flatMap(({ kind }, at) => (kind === 'fence' ? [at] : []))
  if (fences.length === 0) return isFinished ? [{ text: textOf(pieces), from: 0, through: pieces.length - 1 }] : []
  const blocks: Block[] = []
  for (let index = 0; index + 1 < fences.length; index += 2) {
    const [open = 0, close = 0] = [fences[index], fences[index + 1]]
    const [label = '', ...lines] = textOf(pieces.slice(open + 1, close)).split('\n')
    if (LABEL.test(label) && close > open + 1) blocks.push({ text: lines.join('\n'), from: open + 1, through: close - 1 })
  }
  return blocks
}

function readBlock(text: string, tools: Toolbox): ReadCall | undefined {
  if (text.length > LONGEST) return undefined
  const lines = text.split('\n').filter(line => line.trim() !== '')
  while (lines.length > 1 && BEFORE.test(lines[0] ?? '')) lines.shift()
  const [head = '', ...rest] = lines
  if (rest.length === 0) return readOneLine(head, tools)
  const found = HEAD.exec(head) ?? NAME_ALONE.exec(head)
  const name = found?.[1] ?? found?.[2] ?? ''
  const tool = name === '' ? undefined : tools.find(name)?.tool
  return tool && readArguments(name, rest, parametersOf(tool.input))
}

function readArguments(name: string, lines: readonly string[], parameters: JsonObject): ReadCall | undefined {
  const [first = ''] = lines
  const inline = ARGUMENTS.exec(first)?.[1]?.trim()
  if (inline === undefined) return fromLines(name, lines, parameters)
  if (inline === '') return fromLines(name, lines.slice(1), parameters)
  if (lines.length > 1) return undefined
  const quoted = objectInString(new LiteralParser(inline).readAll())
  if (quoted)
    return isJsonObject(quoted.value) && !looksLikeSchema(quoted.value) ? { name, named: quoted.value, fixups: quoted.fixups } : undefined
  return fromTexts(name, pairsIn(inline), parameters)
}

/** Every line must be a pair: where one is not, nobody knows what the others are. */
function fromLines(name: string, lines: readonly string[], parameters: JsonObject): ReadCall | undefined {
  const texts = new Map<string, string>()
  for (const line of lines) {
    const [, key = '', written = ''] = PAIR.exec(line) ?? []
    const text = plainText(written.trim())
    if (key === '' || text === undefined || texts.has(key)) return undefined
    texts.set(key, text)
  }
  return fromTexts(name, texts, parameters)
}

/** In quotes or without; what only describes a value is none. */
function plainText(written: string): string | undefined {
  if (PLACEHOLDER.test(written)) return undefined
  const isQuoted = /^["'`]/.test(written)
  if (!isQuoted) return written
  if (written.startsWith('`')) return /^`[^`]+`$/.test(written) ? written.slice(1, -1) : undefined
  const value = new LiteralParser(written).readAll()
  return typeof value === 'string' ? value : undefined
}

function readOneLine(line: string, tools: Toolbox): ReadCall | undefined {
  const [, name = '', rest = ''] = ONE_LINE.exec(line) ?? []
  const tool = name === '' ? undefined : tools.find(name)?.tool
  return tool && fromTexts(name, pairsIn(rest), parametersOf(tool.input))
}

function fromTexts(name: string, texts: ReadonlyMap<string, string> | undefined, parameters: JsonObject): ReadCall | undefined {
  if (texts === undefined || texts.size === 0 || ![...texts.keys()].every(key => Object.hasOwn(parameters, key))) return undefined
  const read = typedArguments(texts, parameters)
  return read && { name, named: read.named, fixups: ['plain_lines', ...read.fixups] }
}
