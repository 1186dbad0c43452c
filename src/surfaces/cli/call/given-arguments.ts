import { type Json, type JsonObject, isJsonObject } from '../../../core/index.ts'
import { parseStrictJson } from '../../../protocol/index.ts'
import { inputFailure, usageFailure } from '../failure.ts'
import { readStandardInput, readTextFile } from '../input.ts'

const PAIR = /^(?<key>[\p{L}_][\p{L}\p{N}_.-]*)(?<kind>:?=)(?<value>[\s\S]*)$/u

/** Reads `{…}`, FILE.json, `-` for standard input, or `key=value` (text) and `key:=json` pairs. */
export async function readGivenArguments(given: readonly string[]): Promise<JsonObject> {
  const [first, ...rest] = given
  if (first === undefined) return {}
  if (PAIR.test(first)) return readPairs(given)
  if (rest.length > 0)
    throw usageFailure(
      `"${rest[0] ?? ''}" cannot follow a file or JSON. Pass one file, one object, -, or key=value pairs.`,
    )
  const { source, text } = await readSource(first)
  const read = parseStrictJson(text)
  if (!read.ok && source === first) throw inputFailure(`${first} cannot be read. ${read.error.message}`)
  if (!read.ok) throw usageFailure(`${source} cannot be read. ${read.error.message}`)
  if (!isJsonObject(read.value)) throw usageFailure(`${source} must hold one JSON object with the arguments.`)
  return read.value
}

async function readSource(first: string): Promise<{ readonly source: string; readonly text: string }> {
  if (first === '-') return { source: 'Standard input', text: await readStandardInput() }
  if (first.trimStart().startsWith('{')) return { source: 'The text after {', text: first }
  return { source: first, text: readTextFile(first) }
}

function readPairs(given: readonly string[]): JsonObject {
  const pairs = given.map(readPair)
  const twice = pairs.map(([key]) => key).find((key, at, keys) => keys.indexOf(key) !== at)
  if (twice !== undefined) throw usageFailure(`"${twice}" is given twice. Give each argument once.`)
  return Object.fromEntries(pairs)
}

function readPair(text: string): readonly [string, Json] {
  const { key = '', kind, value = '' } = PAIR.exec(text)?.groups ?? {}
  if (key === '') throw usageFailure(`"${text}" is not key=value.`)
  if (kind === '=') return [key, value]
  const json = parseStrictJson(value)
  if (!json.ok)
    throw usageFailure(`"${key}" must be JSON after :=, such as ${key}:=12 or ${key}:='["a"]'. ${json.error.message}`)
  return [key, json.value]
}
