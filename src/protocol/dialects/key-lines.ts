import { type JsonObject, type Toolbox, isJsonObject, longPattern } from '../../core/index.ts'
import { LiteralParser } from '../literal/literal-parser.ts'
import { announces } from '../stance.ts'
import type { Dialect, PieceReading, ReadCall, WholeReply } from './dialect.ts'
import { looksLikeSchema, parametersOf } from './keys.ts'
import { pairLines } from './line-pairs.ts'
import { readPlainText } from './plain-text.ts'
import { objectInString } from './object-in-string.ts'
import { soleText } from './sole-text.ts'
import { rawText } from './tag-parts.ts'
import { typedArguments } from './typed-arguments.ts'

const JOINS_PAIR = /[:=|]|--/ // without one of them there is no key with its value
const LABEL = /^\s*[\w+-]*\s*$/ // the language after a fence
const BEFORE = /^\s*(?:thought\s*\d*\s*:.*|#+\s*(?:tool|function)[ _]call\s*:?|(?:tool|function)[ _]?calls?:)?\s*$/i
const BEHIND = /^\s*(?:observation\s*\d*\s*:.*|pause|stop)\s*$/i
const HEAD = longPattern('i')`
    ^[-*>#\s]{0,12}(?:(?:tool|function)(?:[ _](?:name|call))?|name|action
    |call)\**\s*[:=]\**\s*["'\x60*]*([\w.:/-]+?)["'\x60*]*$
  `
const NAME_ALONE = /^[->#\s]{0,12}(?:["'`*]{0,3}([\w.-]+)["'`*]{0,3}:|\[([\w.-]+)\])$/
const HEADING = /^(?:\*\*|#{1,6}\s+)["'`*]{0,3}([\w.-]+)["'`*]{0,3}(?:\*\*)?\s*$/ // a tool's name in bold over a list
const ARGUMENTS =
  /^[-*>\s]{0,12}(?:arguments|args|parameters|params|inputs?|(?:action|tool)[ _]input)\**\s*[:=]\**\s*(.*)$/i
const ONE_LINE = /^\s*[/$@!]?([\w.-]+)[\s,:;]+(\S.*)$/
const BRACKETED = /^\s*action\s*\d*\s*:\s*([\w.-]+)\[([^[\]{}]+)\]\s*$/i // Action 1: f[a.md]
const SENTENCE = longPattern()`
    ^(.{0,200}?\s)["'\x60*]{0,3}([\w.-]+?)["'\x60*]{0,3} (?:(?:tool|function) )?
    with (?:(?:the )?(?:arguments|parameters) )?(\S.*?)\.?\s*$
  `
const ITEM = /^(\s*)- /
const TABLE_ROW = /^\s*\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|\s*$/
const TABLE_RULE = /^\s*\|[\s|:-]+\|\s*$/
const TABLE_HEADS = /^(?:arguments?|parameters?|keys?|names?): values?$/i
const ENDS_IN_NAME = /([\w.-]+)[`*]*\s*:?[`*]*\s*$/
const LONGEST_SENTENCE = 400
const LONGEST = 20_000 // characters of one block; longer values are written with brackets or tags

/** A tool's name on one line and `key: value` on each of the next, as in YAML, TOML or a list; or all on one line. */
export const keyLines: Dialect = {
  name: 'key_lines',
  readReply: reply => {
    for (const { text, from, through } of blocksOf(reply)) {
      if (text.length > LONGEST || !JOINS_PAIR.test(text)) continue
      const lines = text.split('\n')
      const calls = readBlock(lines, reply.tools)
      if (calls !== undefined) return { calls, from, through }
      const described = readUnderHeading(lines, reply.tools)
      if (described !== undefined) return { calls: [described], from, through, isDoubtful: true }
    }
    return undefined
  },
}

type Block = Required<Pick<PieceReading, 'from' | 'through'>> & { readonly text: string }
type Lines = readonly string[]

/** What stands in a closed fence. Lines without a fence have no end, so they count only as all of a finished reply. */
function blocksOf({ pieces, isFinished }: WholeReply): readonly Block[] {
  const fences = pieces.flatMap(({ kind }, at) => (kind === 'fence' ? [at] : []))
  if (fences.length === 0) return isFinished ? [{ text: rawText(pieces), from: 0, through: pieces.length - 1 }] : []
  const blocks: Block[] = []
  for (let index = 0; index + 1 < fences.length; index += 2) {
    const [open = 0, close = 0] = [fences[index], fences[index + 1]]
    const [label = '', ...lines] = rawText(pieces.slice(open + 1, close)).split('\n')
    if (LABEL.test(label) && close > open + 1)
      blocks.push({ text: lines.join('\n'), from: open + 1, through: close - 1 })
  }
  return blocks
}

/** All calls of a block, or none if one cannot be read. A table describes tools more often than it calls one. */
function readBlock(lines: Lines, tools: Toolbox): readonly ReadCall[] | undefined {
  const table = fromTable(lines)
  if (table !== undefined) return readCall(table, tools) && []
  const calls = itemsOf(lines).map(item => readCall(item, tools))
  const read = calls.filter(call => call !== undefined)
  return read.length === 0 ? undefined : read.length === calls.length ? read : []
}

/** The documents of YAML, or the items of its list, if each names a tool of its own. */
function itemsOf(lines: Lines): readonly Lines[] {
  const first = lines.find(line => !BEFORE.test(line)) ?? ''
  const indent = ITEM.exec(first)?.[1]
  const startsNext = (line: string): boolean =>
    indent === undefined ? /^---\s*$/.test(line) : line.startsWith(`${indent}- `) && HEAD.test(line)
  const items: string[][] = [[]]
  for (const line of lines) {
    if (startsNext(line)) items.push([])
    if (indent !== undefined || !startsNext(line)) items.at(-1)?.push(line)
  }
  return items.filter(item => !item.every(line => BEFORE.test(line)))
}

/** `| key | value |` rows as `key: value`, under the line that names the tool; undefined for any other table. */
function fromTable(lines: Lines): Lines | undefined {
  const rows = lines
    .filter(line => TABLE_ROW.test(line) && !TABLE_RULE.test(line))
    .map(row => row.replace(TABLE_ROW, '$1: $2'))
  const [above = '', ...others] = lines.filter(
    line => line.trim() !== '' && !TABLE_ROW.test(line) && !TABLE_RULE.test(line),
  )
  if (rows.length < 2 || others.length > 0) return undefined
  const name = ENDS_IN_NAME.exec(above)?.[1]
  return name === undefined ? rows : [`tool: ${name}`, ...rows.filter(row => !TABLE_HEADS.test(row))]
}

function readCall(written: Lines, tools: Toolbox): ReadCall | undefined {
  const start = written.findIndex(line => !BEFORE.test(line))
  const end = written.findIndex(line => BEHIND.test(line))
  const [head = '', ...rest] = written.slice(Math.max(0, start), end < 0 ? undefined : end)
  if (rest.every(line => line.trim() === '')) return readOneLine(head, tools)
  const found = HEAD.exec(head) ?? NAME_ALONE.exec(head)
  const name = found?.[1] ?? found?.[2] ?? ''
  const tool = name === '' ? undefined : tools.find(name)?.tool
  return tool && readArguments(name, rest, tool.input)
}

/** Who describes a tool writes so, too. */
function readUnderHeading(lines: Lines, tools: Toolbox): ReadCall | undefined {
  const [head = '', ...rest] = lines.slice(
    Math.max(
      0,
      lines.findIndex(line => line.trim() !== ''),
    ),
  )
  const name = HEADING.exec(head)?.[1]
  const tool = name === undefined ? undefined : tools.find(name)?.tool
  return name === undefined || tool === undefined ? undefined : readArguments(name, rest, tool.input)
}

function readArguments(name: string, written: Lines, schema: JsonObject): ReadCall | undefined {
  const start = written.findIndex(line => line.trim() !== '')
  const [first = '', ...rest] = written.slice(start)
  const found = ARGUMENTS.exec(first)
  const inline = found?.[1]?.trim() ?? ''
  const parameters = parametersOf(schema)
  if (inline === '') return fromTexts(name, pairLines(found === null ? [first, ...rest] : rest), parameters)
  if (rest.some(line => line.trim() !== '')) return undefined
  const quoted = objectInString(new LiteralParser(inline).readAll())
  if (quoted)
    return isJsonObject(quoted.value) && !looksLikeSchema(quoted.value)
      ? { name, named: quoted.value, fixups: quoted.fixups }
      : undefined
  return fromTexts(name, pairsIn(inline), parameters) ?? fromSole(name, inline, schema)
}

/** `Action Input: a.md`. */
function fromSole(name: string, written: string, schema: JsonObject): ReadCall | undefined {
  const text = /[{}=]/.test(written) ? undefined : readPlainText(written)
  const named = text === undefined ? undefined : soleText(text, schema)
  return named && { name, named, fixups: ['plain_lines', 'positional_arguments'] }
}

function readOneLine(line: string, tools: Toolbox): ReadCall | undefined {
  const [, action = '', value = ''] = BRACKETED.exec(line) ?? []
  const [, name = '', rest = ''] = ONE_LINE.exec(line) ?? []
  const acting = action === '' ? undefined : tools.find(action)?.tool
  if (acting !== undefined)
    return fromTexts(action, pairsIn(value), parametersOf(acting.input)) ?? fromSole(action, value, acting.input)
  const tool = name === '' ? undefined : tools.find(name)?.tool
  return tool === undefined ? readSentence(line, tools) : fromTexts(name, pairsIn(rest), parametersOf(tool.input))
}

/** `I'll call f with city="Bern".` */
function readSentence(line: string, tools: Toolbox): ReadCall | undefined {
  const [, before = '', name = '', rest = ''] = line.length > LONGEST_SENTENCE ? [] : (SENTENCE.exec(line) ?? [])
  const tool = name === '' || !announces(before) ? undefined : tools.find(name)?.tool
  return tool && fromTexts(name, pairsIn(rest), parametersOf(tool.input))
}

function fromTexts(
  name: string,
  texts: ReadonlyMap<string, string> | undefined,
  parameters: JsonObject,
): ReadCall | undefined {
  if (texts === undefined || texts.size === 0 || ![...texts.keys()].every(key => Object.hasOwn(parameters, key)))
    return undefined
  const read = typedArguments(texts, parameters)
  return read && { name, named: read.named, fixups: ['plain_lines', ...read.fixups] }
}

const PAIR =
  /(?:--([\w.-]+)(?:=|\s+)|([\w.-]+)\s*=\s*)(?:"([^"\\]*)"|'([^'\\]*)'|([^\s,;"'\\-][^\s,;"'\\]*))(?:[\s,;]+|$)/y

/** `city="Bern", days=3` or `--city Bern --days 3`, alone on the line. A value with spaces needs quotes. */
function pairsIn(line: string): ReadonlyMap<string, string> | undefined {
  const pairs = new Map<string, string>()
  for (PAIR.lastIndex = 0; PAIR.lastIndex < line.length;) {
    const [, option, key = option ?? '', double, single, bare = ''] = PAIR.exec(line) ?? []
    if (key === '' || pairs.has(key)) return undefined
    pairs.set(key, double ?? single ?? bare)
  }
  return pairs
}
