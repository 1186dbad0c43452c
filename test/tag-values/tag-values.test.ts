import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ToolSource } from '../../src/catalog/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { assemble } from '../../src/runtime/index.ts'
import { call, play } from '../scenarios/play.ts'
import { runs } from '../soak-scale.ts'
import { TAG_FORMATS, type TagFormat, type WrittenArguments } from './formats.ts'

const text: JsonObject = { type: 'string' }
const NOTE_WRITE: ToolSource = {
  name: 'note_write',
  description: 'Writes a note.',
  risk: 'write',
  capability: 'FileWrite',
  input: {
    type: 'object',
    properties: {
      path: text,
      content: text,
      line: { type: 'integer' },
      exact: { type: 'boolean' },
      tags: { type: 'array', items: text },
      scope: { type: ['string', 'null'] },
    },
    required: ['path', 'content'],
    additionalProperties: false,
  },
}
const assembly = assemble({ tools: [NOTE_WRITE] })
const CHUNKS = [1, 3, 7, 64, Infinity]
const LONG = 100_000

/** The arguments of all calls, or the reason why none was read; stopped where a turn would stop the model. */
function readIn(reply: string, size: number): unknown {
  const reader = assembly.reader({ profile: 'lenient' })
  for (let at = 0; at < reply.length && !reader.complete; at += size) reader.write(reply.slice(at, at + size))
  const { move } = reader.end(true)
  if (move.kind === 'calls') return move.calls.map(({ args }) => args)
  return move.kind === 'rejected' ? (move.rejection.fault.detail?.['reason'] ?? move.rejection.fault.code) : move.kind
}

const readEverywhere = (reply: string): readonly unknown[] =>
  CHUNKS.filter(size => reply.length < LONG || size >= 64).map(size => readIn(reply, size))

/** How the format writes what stands before and after a value. */
function marksOf({ write }: TagFormat): { opening: string; closing: string; tail: string } {
  const [before = '', tail = ''] = write('note_write', [
    ['path', 'a.md'],
    ['content', '§§'],
  ])
    .replaceAll(/<!\[CDATA\[|\]\]>/g, '')
    .split('§§')
  const [closing = ''] = /<[^>]*>/.exec(tail) ?? []
  return { opening: before.slice(before.lastIndexOf('<')), closing, tail }
}

const PLAIN: readonly (readonly [string, string])[] = [
  ['one line', 'one line'],
  ['a final break', 'text\n'],
  ['two final breaks', 'text\n\n'],
  ['a break before it', '\ntext'],
  ['a break on both sides', '\ntext\n'],
  ['Windows breaks', 'a\r\nb\r\n'],
  ['Windows breaks on both sides', '\r\na\r\n'],
  ['a carriage return at its end', 'a\r'],
  ['blanks around it', '  text  '],
  ['only blanks', '   '],
  ['only a break', '\n'],
  ['only breaks', '\n\n\n'],
  ['empty', ''],
  ['an indented last line', 'text\n\t'],
  ["other formats' tags", '<b>x</b><arguments><p>1</p></arguments></arguments>\n'],
  ['reasoning', 'a<think>b</think>c'],
  ['the end of reasoning', 'a</think>c'],
  ['the result of a tool', '<tool_response>x</tool_response>'],
  ['an end token', 'a<|im_end|>b'],
  ['CDATA inside', 'x <![CDATA[y]]> z'],
  ['the first half of CDATA', '<![CDATA[x'],
  ['the second half of CDATA', 'x]]>'],
  ['code', 'if (a < b && c > d) { f({"a":[1,2]}) }\n```js\nx\n```\n'],
  ['brackets and quotes left open', 'a { [ ( " \' ` b'],
  ['Unicode', 'naïve 漢字 🚀 \u2028 ﬀ\n'],
  ['JSON', '{"a": 1, "b": [true, null]}\n'],
  ['digits', '0123'],
  ['a word of JSON', 'true'],
  ['entities', '&lt;a&gt; &amp;amp;\n'],
  ['a call in JSON', '{"name":"note_write","arguments":{"path":"x","content":"y"}}'],
  ['a megabyte', 'line <b>of</b> text {x}\n'.repeat(44_000)],
]

/** What looks like this format's own tags, in a place where they can't be meant. */
const lookAlikes = (format: TagFormat): readonly (readonly [string, string])[] => {
  const { opening, closing } = marksOf(format)
  return [
    ['the closing tag', `a${closing}b`],
    ['the closing tag at the end', `a${closing}`],
    ['the closing tag at the start', `${closing}b`],
    ['the closing tag on a line', `a\n${closing}\nb\n`],
    ['the closing tag twice', `a${closing}${closing}b`],
    ['the opening tag', `a${opening}b`],
    ['the opening tag at the end', `a${opening}`],
    ['both', `a${opening}x${closing}b`],
  ]
}

/** What looks like the end of the call, or like a call. */
const endings = (format: TagFormat): readonly (readonly [string, string])[] => {
  const { opening, closing, tail } = marksOf(format)
  const sample = format.write('note_write', [
    ['path', 'b.md'],
    ['content', 'inner'],
  ])
  return [
    ['the end of the call', `a${tail}b`],
    ['the end of the call at the end', `a${tail}`],
    ['the end of the call at the start', `${tail}b`],
    ['the end of the call twice', `a${tail}b${tail}c`],
    ['the end of the call, and prose', `a${tail}\n\nThat was it.\n`],
    ['the end of the argument, words, and another', `a${closing} and ${opening}b`],
    ['the end of the call, and an open string', `a${tail}\n{"a": "b`],
    ['the end of the call, and a thought', `a${tail}\n<think>b`],
    ['a call', sample],
    ['a call in prose', `Write so:\n${sample}\nand so on.\n`],
    ['a call at the end', `Write so:\n${sample}`],
  ]
}

const orders = (value: string): readonly WrittenArguments[] => [
  [
    ['path', 'a.md'],
    ['content', value],
  ],
  [
    ['content', value],
    ['path', 'a.md'],
  ],
]

describe.each(TAG_FORMATS.map(format => [format.title, format] as const))('%s', (_title, format) => {
  test.each([...PLAIN, ...lookAlikes(format)])('comes out byte for byte, however it arrives: %s', (_what, value) => {
    for (const values of orders(value)) {
      const reply = format.write('note_write', values)
      const expected = [Object.fromEntries(values)]
      for (const read of readEverywhere(reply)) expect(read).toEqual(expected)
    }
  })

  test.each(endings(format))('comes out byte for byte or is refused, and is never cut: %s', (_what, value) => {
    for (const values of orders(value)) {
      const isJson = format.write('f', [['k', '<']]).includes('"<"')
      const expected = isJson ? [Object.fromEntries(values)] : 'torn'
      for (const read of readEverywhere(format.write('note_write', values))) expect(read).toEqual(expected)
    }
  })

  test('in a reply with Windows breaks throughout, the breaks of the template are no part of a value', () => {
    const reply = format.write('note_write', [
      ['path', 'a.md'],
      ['content', 'one\ntwo\n'],
    ])
    const expected = [{ path: 'a.md', content: reply.includes('\\n') ? 'one\ntwo\n' : 'one\r\ntwo\r\n' }]
    for (const read of readEverywhere(reply.replaceAll('\n', '\r\n'))) expect(read).toEqual(expected)
  })

  test('a call that is cut off in a value is refused, and its markup is no message', () => {
    const reply = format.write('note_write', [
      ['path', 'a.md'],
      ['content', 'A text'],
    ])
    for (const value of ['a.md', 'A text'])
      for (const read of readEverywhere(reply.slice(0, reply.indexOf(value) + 3)))
        expect(['not-readable', 'incomplete']).toContain(read)
  })

  test('whatever a value is made of, it comes out byte for byte or no call is read', () => {
    const { opening, closing, tail } = marksOf(format)
    const parts = [opening, closing, tail, '\n', ' ', 'a', '<', '>', '{', '"', '</', '<![CDATA[', ']]>', '```', '\r\n']
    // a closing tag and then an opening one write two arguments: no reader can tell
    const isTwo = (value: string): boolean =>
      value
        .split(closing)
        .slice(1)
        .join('')
        .includes(opening.split('=')[0] ?? '')
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (made, size) => {
          const value = made.join('')
          const isSection = /^\s*<!\[CDATA\[[^]*\]\]>\s*$/.test(value)
          fc.pre(!isTwo(value) && !isSection)
          for (const values of orders(value)) {
            const reply = format.write('note_write', values)
            const [whole, chunked] = [readIn(reply, Infinity), readIn(reply, size)]
            expect(chunked).toEqual(whole)
            if (typeof whole !== 'string') expect(whole).toEqual([Object.fromEntries(values)])
          }
        },
      ),
      { numRuns: runs(60, 2_000) },
    )
  })
})

const severalCalls = TAG_FORMATS.slice(0, -1).filter(({ title }) => !title.includes('steptml'))
test.each(severalCalls.map(format => [format.title, format] as const))(
  'two calls are two calls, each with all of its text: %s',
  (_title, { write }) => {
    const reply = orders('a\n').map(values => write('note_write', values))
    const one = { path: 'a.md', content: 'a\n' }
    for (const read of readEverywhere(reply[0] ?? '')) expect(read).toEqual([one])
    for (const read of readEverywhere(reply.join('\n'))) expect(read).toEqual([one, one])
  },
)

test('what follows a made-up result is no second call', () => {
  for (const { write } of severalCalls) {
    const [first = '', second = ''] = ['a.md', 'b.md'].map(path =>
      write('note_write', [
        ['path', path],
        ['content', 'x'],
      ]),
    )
    for (const result of ['', 'Done.']) {
      const read = readIn(`${first}\n<tool_response>${result}</tool_response>\n${second}`, Infinity)
      expect(read).toEqual([{ path: 'a.md', content: 'x' }])
    }
  }
})

describe('attributes', () => {
  test.each<[string, string, string | undefined]>([
    ['a plain text', 'a  b', 'a  b'],
    ['the other quote', "it's", "it's"],
    ['entities', '&lt;b&gt; &quot;x&quot; &amp;amp;', '<b> "x" &amp;'],
    ['its own quote', 'say "hi" now', undefined],
    ['the end of a tag', 'a > b', undefined],
    ['a break', 'a\nb', undefined],
  ])('come out as they are meant, or no call is read: %s', (_what, written, content) => {
    for (const reply of [
      `<note_write path="a.md" content="${written}"/>`,
      `<tool name="note_write" path="a.md" content="${written}"/>`,
    ])
      expect(readIn(reply, 3)).toEqual(content === undefined ? 'answer' : [{ path: 'a.md', content }])
  })
})

describe('CDATA', () => {
  const readValue = (value: string): unknown =>
    readIn(
      `<function name="note_write"><param name="path">a</param><param name="content">${value}</param></function>`,
      9,
    )
  const wrote = (content: string): unknown => [{ path: 'a', content }]

  test.each([
    ['one section', '<![CDATA[a < b\n]]>', 'a < b\n'],
    ['layout around it', '\n  <![CDATA[a]]>\n', 'a'],
    ['sections that adjoin', '<![CDATA[a]]]]><![CDATA[>b]]>', 'a]]>b'],
    ['an empty one', '<![CDATA[]]>', ''],
  ])('is taken off a value that is nothing else: %s', (_what, value, content) => {
    expect(readValue(value)).toEqual(wrote(content))
  })

  test.each(['<![CDATA[a]]> b', 'a <![CDATA[b]]>', '<![CDATA[a]]>b<![CDATA[c]]>', '<![CDATA[a', ']]>'])(
    'stays in any other text: %s',
    value => {
      expect(readValue(value)).toEqual(wrote(value))
    },
  )
})

describe('values of other types', () => {
  test.each(TAG_FORMATS.slice(0, -1).map(format => [format.title, format] as const))(
    'are read by their schema, with layout around them: %s',
    (_title, { write }) => {
      const reply = write('note_write', [
        ['path', 'a.md'],
        ['content', 'x\n'],
        ['line', ' 12 '],
        ['exact', '\ntrue\n'],
        ['tags', '\n["a", "b"]\n'],
        ['scope', 'null'],
      ])
      expect(readIn(reply, 3)).toEqual([
        { path: 'a.md', content: 'x\n', line: 12, exact: true, tags: ['a', 'b'], scope: null },
      ])
    },
  )

  test('where a text is allowed as well, only JSON of the other type is that type', () => {
    const scope = (value: string): unknown =>
      readIn(
        `<tool_call>note_write<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>content</arg_key>` +
          `<arg_value>b</arg_value><arg_key>scope</arg_key><arg_value>${value}</arg_value></tool_call>`,
        Infinity,
      )
    for (const value of ['nil', "'x'", '"x"', 'nothing\n', 'a, b', '12', '{"a":1}', 'None'])
      expect(scope(value)).toMatchObject([{ scope: value }])
    expect(scope(' null\n')).toMatchObject([{ scope: null }])
  })
})

describe('a file on disk', () => {
  const write = async (
    format: TagFormat,
    content: string,
    ...more: readonly string[]
  ): Promise<readonly [string, unknown]> => {
    const reply = format.write('file_write', [
      ['path', 'out.md'],
      ['content', content],
    ])
    const { folders, faults } = await play({
      message: 'Write the file out.md.',
      allow: ['FileAccess', 'FileWrite'],
      profile: 'lenient',
      replies: [reply, ...more, 'Done.'],
    })
    return [readFileSync(join(folders[0] ?? '', 'out.md'), 'utf8'), faults]
  }

  test.each(TAG_FORMATS.map(format => [format.title, format] as const))(
    'holds exactly what the model wrote: %s',
    async (_title, format) => {
      const { closing } = marksOf(format)
      for (const content of ['# Notes\n', `\n  Ends with ${closing} and so on.\r\n`, '# Notes'])
        expect(await write(format, content)).toEqual([content, []])
    },
  )

  test('is not written from a text that may have been cut; the model is told, and sends it again', async () => {
    const [format] = TAG_FORMATS
    if (format === undefined) return
    const content = `Write so:\n${marksOf(format).tail}\nand so on.\n`
    const again = call('file_write', { path: 'out.md', content })
    expect(await write(format, content, again)).toEqual([content, ['tool_call_invalid_format']])
  })
})
