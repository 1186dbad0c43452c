import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainReading } from '../../test/plain-reading.ts'
import { plainJson } from '../../test/plain-json.ts'
import { runs } from '../../test/soak-scale.ts'
import { STORY_TOOLS } from '../../test/story-tools.ts'
import { WRITTEN_CALLS } from '../../test/written-calls.ts'
import type { JsonObject } from '../core/index.ts'
import { type ReadRequest, assemble } from '../runtime/index.ts'
import { DIALECTS } from './index.ts'

const assembly = assemble({ tools: STORY_TOOLS })

const text = fc.string({ unit: 'binary', maxLength: 12 })
const tricky = fc.constantFrom(
  '}{',
  '"',
  '\\',
  '```',
  '<think>',
  '</think>',
  '[TOOL_CALLS]',
  "it's",
  '“',
  '\n',
  'file_reader(path="a")',
  '',
)
const strings = fc.oneof(text, tricky)
const keys = strings.filter(key => key !== '__proto__' && !key.startsWith('_tafc_think'))
const { value: jsonValue } = fc.letrec<{ value: unknown; leaf: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
  leaf: fc.oneof(
    strings,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  ),
}))
const jsonObject = fc.dictionary(keys, jsonValue, { maxKeys: 5 })
const indent = fc.constantFrom(undefined, 1, 2, '\t')

/** Anything but braces and what opens a token; it may stick to the object. */
const LETTERS = [...'abc XYZ.,:;!?-_=+*/\\\'"`~@#%&|()0189\n\té漢'.split(''), '😀']
const prose = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 30 })
const places = fc.array(fc.nat(500), { maxLength: 6 })

function readInPieces(content: string, cuts: readonly number[], request: ReadRequest): ReturnType<typeof plainReading> {
  const reader = assembly.reader(request)
  const borders = [0, ...cuts.map(cut => cut % (content.length + 1)).toSorted((a, b) => a - b), content.length]
  for (const [index, end] of borders.slice(1).entries()) reader.write(content.slice(borders[index], end))
  return plainReading(reader.end())
}

describe('what JSON.parse accepts', () => {
  test('[PROTO-07, PROTO-09] any object as arguments comes back as it was, out of prose and in pieces', () => {
    fc.assert(
      fc.property(jsonObject, indent, prose, prose, places, (args, space, before, after, cuts) => {
        const written = JSON.stringify({ type: 'tool_call', name: 'note_anything', args }, null, space)
        const reading = readInPieces(`${before}${written}${after}`, cuts, {
          profile: 'lenient',
          dialects: [],
          coerce: false,
        })
        expect(reading.calls).toEqual([
          {
            tool: 'note_anything',
            args: plainJson(args),
            dialect: 'envelope',
            fixups: expect.anything(),
            aliases: [],
          },
        ])
      }),
      { seed: 71, numRuns: runs(1000, 100_000) },
    )
  })

  test('[PROTO-16] is never changed: the arguments are what was serialised, and nothing was put right', () => {
    fc.assert(
      fc.property(jsonObject, indent, fc.constantFrom('args', 'arguments', 'parameters'), (args, space, key) => {
        const content = JSON.stringify({ type: 'tool_call', name: 'note_anything', [key]: args }, null, space)
        const [call] = plainReading(assembly.read({ content }, { profile: 'lenient' })).calls
        const expected = plainJson(args)
        if (call === undefined) expect(key).not.toBe('args') // a schema printed back is no call
        else expect({ args: call.args, fixups: call.fixups }).toEqual({ args: expected, fixups: [] })
      }),
      { seed: 72, numRuns: runs(1000, 100_000) },
    )
  })

  test('is never changed in native either', () => {
    fc.assert(
      fc.property(jsonObject, indent, (args, space) => {
        const written = JSON.stringify(args, null, space)
        const calls = [{ name: 'note_anything', arguments: written }]
        expect(plainReading(assembly.read({ content: '', calls }, { profile: 'native' })).calls).toEqual([
          { tool: 'note_anything', args: plainJson(args), dialect: 'native', fixups: [], aliases: [] },
        ])
      }),
      { seed: 73, numRuns: runs(500, 50_000) },
    )
  })

  test('is never changed in strict either', () => {
    fc.assert(
      fc.property(jsonObject, indent, places, (args, space, cuts) => {
        const nonce = 'n_7f3aK29d-unlikely'
        const content = JSON.stringify({ tool: 'note_anything', args, nonce }, null, space)
        expect(readInPieces(content, cuts, { profile: 'strict', nonce }).calls).toEqual([
          { tool: 'note_anything', args: plainJson(args), dialect: 'strict', fixups: [], aliases: [] },
        ])
      }),
      { seed: 74, numRuns: runs(500, 50_000) },
    )
  })
})

const MARKS = '{}[]()<>"\'`\\/|,:;=#$^&*+-_.!? \n\t'.split('')
const TAGS =
  '<think>¦</think>¦[THINK]¦[/THINK]¦<tool_call>¦</tool_call>¦<function=file_reader>¦</function>¦<parameter=path>¦</parameter>¦' +
  '<invoke name="file_reader">¦</invoke>¦<arg_key>¦</arg_key>¦<arg_value>¦</arg_value>¦<name>¦</name>¦<arguments>¦</arguments>¦' +
  '[TOOL_CALLS]¦[ARGS]¦functools¦<|python_tag|>¦<｜tool▁sep｜>¦<|message|>¦>>>¦Action: ¦Action Input: ¦```¦```json\n'
const WORDS =
  'file_reader¦scene_delete¦get_time¦nope¦json¦print(¦def ¦import x\n¦True¦None¦12¦1e5¦-0¦path=¦"a.md"¦{"path":"a"}¦"name":¦"arguments":¦' +
  '"type":"tool_call",¦"args":¦"tool_calls":¦"path":"a"¦\'path\':\'a\'¦"""¦\'\'\'¦“¦”¦‘¦’¦__proto__¦\\u005f¦\\"¦\\_¦${¦//¦# c\n'
const TOKENS = [...MARKS, ...TAGS.split('¦'), ...WORDS.split('¦'), '\u0000', '\u2028', '\uFEFF', '\uD800', '😀', 'é']
const mix = fc.array(fc.constantFrom(...TOKENS), { maxLength: 40 }).map(tokens => tokens.join(''))
const mutation = fc.record({
  at: fc.nat(400),
  remove: fc.nat(3),
  insert: fc.oneof(fc.constant(''), fc.constantFrom(...TOKENS)),
})
const mutated = fc
  .tuple(
    fc.constantFrom(...WRITTEN_CALLS.map(({ reply }) => reply)),
    fc.array(mutation, { minLength: 1, maxLength: 4 }),
  )
  .map(([reply, mutations]) =>
    mutations.reduce((sofar, { at, remove, insert }) => {
      const place = at % (sofar.length + 1)
      return sofar.slice(0, place) + insert + sofar.slice(place + remove)
    }, reply),
  )
const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), mix, mutated)

const requests = fc.record(
  {
    profile: fc.constantFrom('lenient', 'run', 'strict', 'native'),
    phase: fc.constantFrom('call', 'decision'),
    dialects: fc.subarray(DIALECTS.map(({ name }) => name)),
    coerce: fc.boolean(),
    required: fc.boolean(),
    startsInReasoning: fc.boolean(),
    nonce: fc.constant('n_1'),
    shown: fc.array(mix, { maxLength: 1 }),
  },
  { requiredKeys: ['profile'] },
) as fc.Arbitrary<ReadRequest>

/** Whatever was read, a tool only ever sees arguments that its schema allows. */
function expectSound(calls: readonly { tool: string; args: JsonObject }[]): void {
  const nonce = 'n_7f3aK29d-unlikely'
  for (const { tool, args } of calls) {
    const { kind } = assembly.read(
      { content: JSON.stringify({ tool, args, nonce }) },
      { profile: 'strict', nonce },
    ).move
    expect({ tool, args, kind }).toEqual({ tool, args, kind: 'calls' })
  }
}

describe('whatever a model writes', () => {
  test('[PROTO-11] nothing throws, any split reads the same, and what comes out is valid', () => {
    fc.assert(
      fc.property(anything, requests, places, (content, request, cuts) => {
        const reading = plainReading(assembly.read({ content }, request))
        expect(readInPieces(content, cuts, request)).toEqual(reading)
        expectSound(reading.calls)
      }),
      { seed: 81, numRuns: runs(4000, 800_000) },
    )
  })

  test('nothing throws in native either', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.oneof(text, fc.constant('file_reader')), arguments: anything }), {
          maxLength: 3,
        }),
        anything,
        (calls, content) => {
          const reading = plainReading(assembly.read({ content, calls }, { profile: 'native' }))
          expectSound(reading.calls)
        },
      ),
      { seed: 82, numRuns: runs(800, 200_000) },
    )
  })

  test('data inside arguments never becomes a call of its own, however the reply is damaged', () => {
    const hidden = '{"name":"scene_delete","arguments":{"path":"x"}}'
    const carriers = [
      `{"type":"tool_call","name":"note_anything","args":{"list":[1,2,{"deep":${hidden}}],"text":${JSON.stringify(hidden)}}}`,
      `{"name":"note_anything","arguments":{"a":${hidden},"b":"scene_delete(path='x')"}}`,
      `{"tool_calls":[{"type":"function","function":{"name":"note_anything","arguments":{"a":[${hidden}]}}}]}`,
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...carriers),
        fc.nat(200),
        fc.nat(1),
        fc.oneof(fc.constant(''), fc.constantFrom(...'{}[]()"\'\\,:`a'.split(''))),
        (carrier, at, remove, insert) => {
          const place = at % (carrier.length + 1)
          const content = carrier.slice(0, place) + insert + carrier.slice(place + remove)
          const { calls } = plainReading(assembly.read({ content }, { profile: 'lenient' }))
          expect(calls.map(({ tool }) => tool)).not.toContain('scene_delete')
        },
      ),
      { seed: 83, numRuns: runs(1500, 100_000) },
    )
  })
})
