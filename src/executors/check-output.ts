import { type Json, type Result, type ToolOutput, fail, isJsonList, isJsonObject, parseJsonText, succeed } from '../core/index.ts'

/** What an executor returned, made fit for the records: whole characters, plain JSON, nothing that cannot be written down. */
export function checkOutput(output: ToolOutput): Result<ToolOutput> {
  const { text, data, sources } = output
  if (typeof text !== 'string' || !Array.isArray(sources))
    return fail('tool_output_invalid', 'The tool returned no text, or no list of sources.')
  const plain = data === undefined ? undefined : plainJson(data)
  if (data !== undefined && plain === undefined) return fail('tool_output_invalid', 'The tool returned data that is not JSON.')
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
