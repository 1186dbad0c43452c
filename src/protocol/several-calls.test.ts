import { describe, expect, test } from 'vitest'
import { CALL_FORMATS, type CallFormat, type PlannedCall } from '../../test/several-calls.ts'
import { type OwnTool, assemble } from '../runtime/index.ts'
import { type Reading, heldBack } from './index.ts'

const tool = (name: string, key: string, risk: OwnTool['risk']): OwnTool => ({
  name,
  description: `Takes ${key}.`,
  risk,
  capability: 'FileAccess',
  input: {
    type: 'object',
    properties: { [key]: { type: 'string' }, days: { type: 'integer' } },
    required: [key],
  },
})
const assembly = assemble({
  tools: [tool('get_weather', 'city', 'read'), tool('get_time', 'zone', 'read'), tool('save_note', 'text', 'write')],
})
const WEATHER: PlannedCall = { name: 'get_weather', args: { city: 'Bern' } }
const TIME: PlannedCall = { name: 'get_time', args: { zone: 'CET' } }
const NOTE: PlannedCall = { name: 'save_note', args: { text: 'sunny', days: 2 } }
const WRONG_TIME: PlannedCall = { name: 'get_time', args: { zoone: 'CET' } }
const WRONG_WEATHER: PlannedCall = { name: 'get_weather', args: { town: 'Bern' } }
const UNKNOWN: PlannedCall = { name: 'get_snow', args: { city: 'Bern' } }
const CHUNKS = [Number.POSITIVE_INFINITY, 1, 3, 7, 64]

function read(text: string, chunk: number): Reading {
  const reader = assembly.reader({ profile: 'lenient', isFinished: true })
  for (let at = 0; at < text.length; at += chunk) reader.write(text.slice(at, at + chunk))
  return reader.end()
}

/** What became of each call, in order: `run`, or the code with which it is refused. */
const outcomes = ({ answers }: Reading): readonly string[] =>
  heldBack(answers).map(answer => ('call' in answer ? `run ${answer.call.tool.name}` : answer.rejection.fault.code))

const ran = (calls: readonly PlannedCall[]): readonly string[] => calls.map(({ name }) => `run ${name}`)
const table = CALL_FORMATS.map(format => [format.title, format] as const)
const several = table.filter(([, format]) => format.several)

/** Formats in which the names of tools stand by themselves, so that one that nobody knows cannot be told from a label. */
const KNOWN_NAMES_ONLY = new Set([
  'names and objects line by line, all tokens dropped',
  'tool tokens around a list of names as keys',
  'Python in a fence, line by line',
])
const withNames = several.filter(([title]) => !KNOWN_NAMES_ONLY.has(title))

describe('several calls of one reply', () => {
  test.each(table)('all are read in order, with and without prose around them: %s', (_title, format) => {
    for (const calls of [
      [WEATHER, TIME],
      [WEATHER, TIME, NOTE],
    ])
      for (const [before, behind] of PROSE)
        for (const chunk of CHUNKS) {
          const reading = read(`${before}${format.write(calls)}${behind}`, chunk)
          expect({ chunk, before, outcomes: outcomes(reading) }).toEqual({
            chunk,
            before,
            outcomes: expected(format, calls),
          })
          expect({ chunk, text: reading.before ?? reading.text }).toEqual({ chunk, text: before.trim() })
        }
  })

  test.each(several)('prose between them: the first run, the others are refused by name: %s', (_title, { write }) => {
    for (const chunk of CHUNKS) {
      const reading = read(`${write([WEATHER])}\n\nIt is sunny, so I look at the clock.\n\n${write([TIME])}`, chunk)
      expect({ chunk, outcomes: outcomes(reading) }).toEqual({
        chunk,
        outcomes: ['run get_weather', 'tool_call_not_run'],
      })
    }
  })

  test.each(several)('one with a wrong argument: those that read run, those that change wait: %s', (_title, format) => {
    const wrong = 'tool_call_invalid_args'
    for (const chunk of CHUNKS) {
      const after = (...calls: readonly PlannedCall[]): readonly string[] =>
        outcomes(read(`Let me see.\n${format.write(calls)}`, chunk))
      expect({ chunk, got: after(WEATHER, WRONG_TIME) }).toEqual({ chunk, got: ['run get_weather', wrong] })
      expect({ chunk, got: after(WRONG_WEATHER, TIME) }).toEqual({ chunk, got: [wrong, 'run get_time'] })
      expect({ chunk, got: after(WRONG_WEATHER, TIME, NOTE) }).toEqual({
        chunk,
        got: [wrong, 'run get_time', 'tool_call_not_run'],
      })
      expect({ chunk, got: after(WEATHER, WRONG_TIME, NOTE) }).toEqual({
        chunk,
        got: ['run get_weather', wrong, 'tool_call_not_run'],
      })
    }
  })

  test.each(several)('nothing that may run: the reply is refused with the first fault: %s', (_title, { write }) => {
    const { move, answers } = read(write([WRONG_WEATHER, NOTE]), 7)
    expect(move).toMatchObject({ kind: 'rejected', rejection: { fault: { code: 'tool_call_invalid_args' } } })
    expect(answers.map(({ requested }) => requested.split(/[.:]/).find(name => name !== 'functions'))).toEqual([
      'get_weather',
      'save_note',
    ])
  })

  test.each(withNames)('one of a tool that there is not is refused by its name: %s', (_title, { write }) => {
    for (const chunk of CHUNKS) {
      const behind = read(write([WEATHER, UNKNOWN]), chunk)
      expect({ chunk, got: outcomes(behind) }).toEqual({ chunk, got: ['run get_weather', 'tool_call_unknown_tool'] })
      const inFront = read(write([UNKNOWN, TIME]), chunk)
      expect({ chunk, got: outcomes(inFront) }).toEqual({ chunk, got: ['tool_call_unknown_tool', 'run get_time'] })
    }
  })

  test.each(several)('the one in which the reply breaks off is named, or nothing runs: %s', (_title, { write }) => {
    const text = write([WEATHER, { name: 'save_note', args: { text: 'sunny, at last' } }])
    const cut = text.slice(0, text.lastIndexOf('sunny') + 7)
    for (const chunk of CHUNKS) {
      const reading = read(cut, chunk)
      const isRefused = reading.move.kind === 'rejected'
      expect({ chunk, got: isRefused ? ['refused'] : outcomes(reading) }).toEqual({
        chunk,
        got: isRefused ? ['refused'] : ['run get_weather', 'tool_call_invalid_format'],
      })
    }
  })

  test('one behind prose that cannot be read is named as well', () => {
    const { write } = CALL_FORMATS[0] ?? { write: () => '' }
    const broken = '<tool_call>\n{"name": "save_note", "arguments": {"text": [}}\n</tool_call>'
    const reading = read(`${write([WEATHER])}\nIt is sunny, so I note that.\n${broken}`, 7)
    expect(outcomes(reading)).toEqual(['run get_weather', 'tool_call_invalid_format'])
  })

  test('the recipient of words to all is no part of them', () => {
    const reading = read('>>>all\nI will look.>>>get_weather\n{"city": "Bern"}', 7)
    expect([outcomes(reading), reading.text]).toEqual([['run get_weather'], 'I will look.'])
  })

  test('a name that runs into the sentence before it: nothing runs in its place', () => {
    const { move } = read('I look at bothget_weather{"city":"Bern"}get_time{"zone":"CET"}', 7)
    expect(move).toMatchObject({ kind: 'rejected', rejection: { fault: { detail: { reason: 'not-readable' } } } })
  })

  test('the same call again, and one that needs the result of another, are named', () => {
    const tagged = '<tool_call>{"name": "get_time", "arguments": {"zone": "CET"}}</tool_call>'
    expect(outcomes(read(`${tagged}\n${tagged}`, 7))).toEqual(['run get_time', 'tool_call_not_run'])
    const dependent = '[get_weather(city="Bern"), save_note(text=result)]'
    expect(outcomes(read(dependent, 7))).toEqual(['run get_weather', 'tool_call_not_run'])
  })
})

const PROSE = [
  ['', ''],
  ['I will look at both.', ''],
  ['I will look at both. ', ''],
  ['I will look at both.\n\n', ''],
  ['Sure.\n', ''],
  ['', '\nI have asked for both.'],
  ['Let me check!', '\n\nDone.'],
] as const

/** In a form without several calls the first runs, and the others are named. */
const expected = ({ several: runsAll }: CallFormat, calls: readonly PlannedCall[]): readonly string[] =>
  runsAll ? ran(calls) : [...ran(calls.slice(0, 1)), ...calls.slice(1).map(() => 'tool_call_multiple')]
