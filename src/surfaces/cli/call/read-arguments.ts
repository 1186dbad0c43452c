import { type Json, type JsonObject, isJsonObject, parseJsonText } from '../../../core/index.ts'
import { usageFailure } from '../failure.ts'
import { readJsonFile, readStandardInput } from '../input.ts'

const PAIR = /^(?<key>[\p{L}_][\p{L}\p{N}_.-]*)(?<kind>:?=)(?<value>[\s\S]*)$/u

/** FILE.json, `-` for standard input, or `key=value` (a text) and `key:=json`. */
export async function readArguments(given: readonly string[]): Promise<JsonObject> {
  const [first, ...rest] = given
  if (first === undefined) return {}
  if (PAIR.test(first)) return Object.fromEntries(given.map(readPair))
  if (rest.length > 0) throw usageFailure(`"${rest[0] ?? ''}" cannot follow a file. Give one file, -, or key=value pairs.`)
  const value = first === '-' ? parseJsonText(await readStandardInput()) : readJsonFile(first)
  if (!isJsonObject(value)) throw usageFailure(`${first === '-' ? 'Standard input' : first} must hold one JSON object with the arguments.`)
  return value
}

function readPair(text: string): readonly [string, Json] {
  const { key = '', kind, value = '' } = PAIR.exec(text)?.groups ?? {}
  if (key === '') throw usageFailure(`"${text}" is not key=value.`)
  if (kind === '=') return [key, value]
  const json = parseJsonText(value)
  if (json === undefined) throw usageFailure(`"${key}" must be JSON after :=, such as ${key}:=12 or ${key}:='["a"]'.`)
  return [key, json]
}
