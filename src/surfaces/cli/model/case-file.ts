import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { CountersignError, type JsonObject, isJsonObject, parseJsonText } from '../../../core/index.ts'
import type { CheckCase } from '../../../flows/index.ts'
import { callableCatalog } from '../../../runtime/index.ts'
import { inputFailure } from '../failure.ts'
import { matchesExpected } from '../replay/matches-expected.ts'
import { readExpected } from '../replay/replay-row.ts'
import { toolSources } from '../tool-file.ts'

const MAX_CASES = 10_000

/**
 * Reads check cases: rows like those of `replay`, with a message instead of a reply. All are validated before the first
 * runs.
 */
export async function readCaseFile(file: string): Promise<readonly CheckCase[]> {
  const cases: CheckCase[] = []
  let number = 0
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1
      if (line.trim() !== '') cases.push(readCase(line, `${file}, line ${number}`, number))
      if (cases.length > MAX_CASES) throw inputFailure(`${file} holds more than ${MAX_CASES} cases.`)
    }
  } catch (thrown) {
    if (thrown instanceof Error && 'syscall' in thrown) throw inputFailure(`Cannot read ${file}: ${thrown.message}`)
    throw thrown
  }
  if (cases.length === 0)
    throw inputFailure(`${file} holds no cases. Each line is {"id", "tools", "message", "expected"}.`)
  return cases
}

function readCase(line: string, where: string, number: number): CheckCase {
  const row = parseJsonText(line)
  if (!isJsonObject(row)) throw inputFailure(`${where}: expected one JSON object a line.`)
  const { message, tools = null, id, kind } = row
  if (typeof message !== 'string' || message.trim() === '') throw inputFailure(`${where}: "message" must be a text.`)
  const expected = readExpected(row['expected'], where)
  const sources = soundTools(toolSources(tools, where), where)
  const unknown = expected.find(({ name }) => sources.every(tool => tool.name !== name))
  if (unknown) throw inputFailure(`${where}: "${unknown.name}" is expected, but not among its tools.`)
  return {
    id: nameOf(id) ?? String(number),
    kind: nameOf(kind) ?? 'own',
    tools: sources,
    message,
    expects: expected.length,
    isRight: calls => matchesExpected(calls, expected),
  }
}

const nameOf = (value: JsonObject[string] | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Reports an invalid tool with its line, before any case runs. */
function soundTools(tools: CheckCase['tools'], where: string): CheckCase['tools'] {
  try {
    callableCatalog(tools)
    return tools
  } catch (thrown) {
    throw thrown instanceof CountersignError ? inputFailure(`${where}: ${thrown.message}`) : thrown
  }
}
