import { type Json, type JsonObject, isJsonList, isJsonObject, parseJsonText } from '../../../core/index.ts'
import { inputFailure } from '../failure.ts'
import type { Expected } from './matches-expected.ts'

export type ReplayRow = {
  readonly id: string
  readonly model: string
  readonly tools: Json
  readonly raw: string
  readonly expected: readonly Expected[]
}

/** Reads one line of a replay file; errors name the line. */
export function readReplayRow(line: string, number: number): ReplayRow {
  const where = `line ${number}`
  const value = parseLine(line, where)
  const { id, model, tools, raw_output: raw, expected } = value
  if (typeof raw !== 'string') throw inputFailure(`${where}: "raw_output" must be a string.`)
  if (tools === undefined) throw inputFailure(`${where}: "tools" is missing.`)
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : String(number),
    model: typeof model === 'string' ? model : 'unknown',
    tools,
    raw,
    expected: readExpected(expected, where),
  }
}

function parseLine(line: string, where: string): JsonObject {
  const value = parseJsonText(line)
  if (isJsonObject(value)) return value
  throw inputFailure(`${where}: expected one JSON object a line.`)
}

export function readExpected(value: Json | undefined, where: string): readonly Expected[] {
  if (!isJsonList(value)) throw inputFailure(`${where}: "expected" must be a list (empty if no call should come out).`)
  return value.map(item => {
    if (!isJsonObject(item) || typeof item['name'] !== 'string')
      throw inputFailure(`${where}: each item of "expected" needs a "name".`)
    return { name: item['name'], args: isJsonObject(item['args']) ? acceptedValues(item['args']) : {} }
  })
}

const acceptedValues = (args: JsonObject): Expected['args'] =>
  Object.fromEntries(Object.entries(args).map(([key, accepted]) => [key, isJsonList(accepted) ? accepted : [accepted]]))
