import {
  type Json,
  type Result,
  type ToolOutput,
  fail,
  isJsonList,
  isJsonObject,
  parseJsonText,
  succeed,
} from '../core/index.ts'

/** Makes an executor's output fit for the records: whole characters and plain JSON. */
export function checkOutput(output: ToolOutput): Result<ToolOutput> {
  const { text, data, sources } = output
  if (typeof text !== 'string' || !Array.isArray(sources))
    return fail('tool_output_invalid', 'The tool returned no text, or no list of sources.')
  if (!sources.every(isSource)) return fail('tool_output_invalid', 'The tool named a source without a path and a hash.')
  if (output.plan !== undefined && !(Array.isArray(output.plan) && output.plan.every(isGroup)))
    return fail(
      'tool_output_invalid',
      'The tool returned a plan that is not a list of groups with id, hash and summary.',
    )
  const plain = data === undefined ? undefined : plainJson(data)
  if (data !== undefined && plain === undefined)
    return fail('tool_output_invalid', 'The tool returned data that is not JSON.')
  return succeed({ ...output, text: text.toWellFormed(), ...(plain !== undefined && { data: plain }) })
}

/** Foreign code may hand in what the type forbids: functions, cycles, big integers. */
export function plainJson(data: Json): Json | undefined {
  const text = stringified(data)
  const plain = text === undefined ? undefined : parseJsonText(text)
  return plain === undefined ? undefined : wellFormed(plain)
}

export function stringified(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (isJsonList(value)) return value.map(wellFormed)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormed(member)]))
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed()

/** Foreign code has no compiler to remind it. */
const isSource = (source: unknown): boolean =>
  isJsonObject(source) &&
  isText(source['path']) &&
  isText(source['sha256']) &&
  (source['lines'] === undefined || isLines(source['lines']))
const isLines = (lines: unknown): boolean =>
  Array.isArray(lines) && lines.length === 2 && lines.every(line => Number.isSafeInteger(line))
const isGroup = (group: unknown): boolean =>
  isJsonObject(group) && ['id', 'hash', 'summary'].every(key => isText(group[key]))
