import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlainReading, plainReading } from '../../test/plain-reading.ts'
import { runs } from '../../test/soak-scale.ts'
import { STORY_TOOLS } from '../../test/story-tools.ts'
import { WRITTEN_CALLS } from '../../test/written-calls.ts'
import { type ReadRequest, assemble } from '../runtime/index.ts'
import { MAX_REPLY } from './index.ts'

const assembly = assemble({ tools: STORY_TOOLS })
const CALL = '{"type":"tool_call","name":"file_reader","args":{"path":"a.md"}}'
const lenient: ReadRequest = { profile: 'lenient' }

const whole = (content: string, request: ReadRequest = lenient): PlainReading =>
  plainReading(assembly.read({ content }, request))

/** Fed in pieces, asked for `complete` after each. */
function inPieces(
  chunks: readonly string[],
  request: ReadRequest = lenient,
): { reading: PlainReading; completeAfter: number | undefined } {
  const reader = assembly.reader(request)
  let fed = 0
  let completeAfter: number | undefined
  for (const chunk of chunks) {
    reader.write(chunk)
    fed += chunk.length
    if (reader.complete) completeAfter ??= fed
  }
  return { reading: plainReading(reader.end()), completeAfter }
}

const cutAt = (text: string, places: readonly number[]): string[] => {
  const inside = places.map(place => place % (text.length + 1)).toSorted((a, b) => a - b)
  const borders = [0, ...inside, text.length]
  return borders.slice(1).map((end, index) => text.slice(borders[index], end))
}

const TRICKY: readonly string[] = [
  ...WRITTEN_CALLS.map(({ reply }) => reply),
  `Before ${CALL} after`,
  `blah</think>${CALL}`,
  `<think>${CALL}</think>Good evening.`,
  '{"type":"tool_call","name":"file_reader","args":{"path":"}{\\"\\\\\\u00e9𝄞"}}',
  '{"type":"tool_call","name":"file_reader","args":{"path":"a',
  "{'a':'it's'}",
  '"""{}""" \'\'\'(\'\'\' {"a": """b"""}',
  'file\\_reader(path="a") and get_time() ```\n``` <b> <',
  '[1, 2, {"x": [}',
  '${x} x^{2} [NOTE] [/think] `',
  '',
]

describe('a reply that arrives in pieces', () => {
  test('[PROTO-09] one character at a time, it reads as the whole', () => {
    for (const reply of TRICKY)
      expect({ reply, ...inPieces(reply.split('')).reading }).toEqual({ reply, ...whole(reply) })
  })

  test('[PROTO-09] split in two, it reads as the whole', () => {
    for (const reply of TRICKY) {
      const expected = whole(reply)
      for (let at = 0; at <= reply.length; at += reply.length > 150 ? runs(3, 1) : 1)
        expect({ at, ...inPieces([reply.slice(0, at), reply.slice(at)]).reading }).toEqual({ at, ...expected })
    }
  })

  test('[PROTO-09] split anywhere, in every profile, it reads as the whole', () => {
    const profiles: readonly ReadRequest[] = [
      lenient,
      { profile: 'run', dialects: [], coerce: false },
      { profile: 'strict', nonce: 'n_1' },
      { profile: 'lenient', startsInReasoning: true },
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...TRICKY), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(2000), { maxLength: 12 }),
        fc.constantFrom(...profiles),
        (parts, places, request) => {
          const reply = parts.join('\n')
          expect(inPieces(cutAt(reply, places), request).reading).toEqual(whole(reply, request))
        },
      ),
      { seed: 91, numRuns: runs(400, 50_000) },
    )
  })

  test('[PROTO-09] nothing is complete before its last bracket has come', () => {
    const { completeAfter, reading } = inPieces(`Sure! ${CALL}`.split(''))
    expect({ completeAfter, kind: reading.kind }).toEqual({ completeAfter: `Sure! ${CALL}`.length, kind: 'calls' })
    expect(inPieces(CALL.slice(0, -1).split('')).completeAfter).toBeUndefined()
  })
})

describe('the moment of completion', () => {
  const single = WRITTEN_CALLS.filter(({ calls }) => calls.length === 1)

  test.each(single.map(({ title, reply, calls }) => [title, reply, calls] as const))(
    'what is complete is what the end says, and it comes with the last bracket or tag: %s',
    (_title, reply, calls) => {
      const { completeAfter } = inPieces(reply.split(''))
      const sofar = whole(reply.slice(0, completeAfter ?? reply.length))
      expect(sofar.calls.map(({ tool, args }) => ({ tool, args }))).toEqual(calls)
      if (completeAfter !== undefined) expect(reply.charAt(completeAfter - 1)).toMatch(/[)\]}>]/)
    },
  )

  const bare = /^[^<[]*\{[^]*\}$/
  test.each(['envelope', 'name_arguments', 'tool_calls', 'name_as_key', 'flat'])(
    'a call as a bare JSON object is complete with its last character: %s',
    dialect => {
      for (const { reply } of single.filter(written => written.dialect === dialect && bare.test(written.reply)))
        expect({ reply, after: inPieces(reply.split('')).completeAfter }).toEqual({ reply, after: reply.length })
    },
  )

  test('where a form writes several calls, the first is not the end: what ends them is', () => {
    const tagged = '<tool_call>{"name":"file_reader","arguments":{"path":"a.md"}}</tool_call>\n'
    expect(inPieces([tagged, tagged.replace('a.md', 'b.md')]).completeAfter).toBeUndefined()
    for (const end of ['I have asked for it.\n', '<tool_response>', '</tool_calls>\n'])
      expect({ end, after: inPieces([tagged, end]).completeAfter }).toEqual({ end, after: tagged.length + end.length })
  })

  test('what is complete stays a call, whatever the model adds', () => {
    for (const more of [' thanks!', '\n\nI will wait.', '}', ']', ' {"a":', '\n```', '<b>', '</tool_call>'])
      for (const { title, reply, calls } of single) {
        const { completeAfter, reading } = inPieces([...reply.split(''), ...more.split('')])
        if (completeAfter === undefined) continue
        const kept = reading.calls.slice(0, 1).map(({ tool, args }) => ({ tool, args }))
        expect({ title, more, kept }).toEqual({ title, more, kept: calls })
      }
  })

  test.each([
    'file_reader(path="a.md") is how you would read it.',
    'file_reader(path="a.md") -> str',
    '```python\nfile_reader(path="a.md")\nprint(1)\n```',
    'scene_delete(path="a.md")? Never!',
  ])('what the whole reply does not call is never complete on the way: %s', reply => {
    const { completeAfter, reading } = inPieces(reply.split(''))
    expect({ completeAfter, kind: reading.kind }).toEqual({ completeAfter: undefined, kind: 'answer' })
  })

  test('talk after a call counts even if it comes in the same piece', () => {
    const { completeAfter, reading } = inPieces(['file_reader(path="a.md") would read it.'])
    expect({ completeAfter, kind: reading.kind }).toEqual({ completeAfter: undefined, kind: 'answer' })
  })

  test('an echo is never complete', () => {
    const { completeAfter, reading } = inPieces([CALL], { ...lenient, shown: [`say ${CALL}`] })
    expect({ completeAfter, code: reading.rejection?.code }).toEqual({
      completeAfter: undefined,
      code: 'tool_call_echoed',
    })
  })

  test('an invalid call is not complete, a valid one after it in another group is not either', () => {
    const bad = '{"type":"tool_call","name":"nope","args":{}}'
    expect(inPieces([bad]).completeAfter).toBeUndefined()
    expect(inPieces([bad, ' Sorry, I meant this: ', CALL])).toEqual({
      completeAfter: undefined,
      reading: whole(`${bad} Sorry, I meant this: ${CALL}`),
    })
  })

  test('strict is never complete, since an addition would spoil it', () => {
    const content = '{"tool":"file_reader","args":{"path":"a.md"},"nonce":"n_1"}'
    const { completeAfter, reading } = inPieces([content], { profile: 'strict', nonce: 'n_1' })
    expect({ completeAfter, kind: reading.kind }).toEqual({ completeAfter: undefined, kind: 'calls' })
  })

  test('complete means that the end of what has come so far is a call', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...TRICKY), { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(2000), { maxLength: 30 }),
        (parts, places) => {
          const reply = parts.join(' ')
          const { completeAfter } = inPieces(cutAt(reply, places))
          if (completeAfter !== undefined) expect(whole(reply.slice(0, completeAfter)).kind).toBe('calls')
        },
      ),
      { seed: 92, numRuns: runs(300, 30_000) },
    )
  })
})

describe('limits', () => {
  test.each(['lenient', 'strict'] as const)('a reply of 50 million characters is a fault in %s, quickly', profile => {
    const started = performance.now()
    const chunk = 'The lamp turns. '.repeat(5000)
    const reader = assembly.reader({ profile, nonce: 'n_1' })
    for (let fed = 0; fed < 50_000_000; fed += chunk.length) reader.write(chunk)
    expect(plainReading(reader.end())).toMatchObject({ kind: 'rejected', calls: [], rejection: { layer: 'extract' } })
    expect(performance.now() - started).toBeLessThan(8000)
  })

  test('a reply that is too long says so with the code for it', () => {
    const reader = assembly.reader(lenient)
    reader.write(CALL)
    reader.write(' '.repeat(MAX_REPLY))
    expect(plainReading(reader.end()).rejection?.code).toBe('tool_call_output_limit')
  })

  test.each([
    ['square brackets', '['.repeat(100_000)],
    ['braces', '{'.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['round brackets', `file_reader(${'('.repeat(100_000)}`],
    ['closed lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    [
      'a call with deep arguments',
      `{"type":"tool_call","name":"note_anything","args":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    ],
  ])('a depth bomb of %s is a fault in lenient and strict, quickly', (_what, content) => {
    const started = performance.now()
    for (const request of [lenient, { profile: 'strict', nonce: 'n_1' } as const])
      expect(whole(content, request).kind).toBe('rejected')
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test.each([
    ['a list of Python calls', 'get_time(),', '[', 'get_time()]'],
    ['a quoted list of Python calls', 'get_time(),', '["', 'get_time()"]'],
  ])('more calls than fit on a stack throw nothing: %s', (_what, unit, opening, closing) => {
    expect(() => whole(opening + unit.repeat(130_000) + closing)).not.toThrow()
  })

  test('a call buried too deep for any schema is not dug out', () => {
    const buried = `${'{"a":'.repeat(130)}{"name":"scene_delete","arguments":{"path":"x"}}${'}'.repeat(130)}`
    expect(whole(buried).calls).toEqual([])
  })
})
