import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  painted,
  unpainted,
  processTerminal,
  visible,
  visibleInLine,
  visibleJson,
} from '../../src/surfaces/cli/terminal.ts'
import { commandLine } from '../command-line.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { called, scriptIn } from '../scripts.ts'
import { runs } from '../soak-scale.ts'
import { type WorkFolder, workFolder } from '../work-folder.ts'

/** What must never come out as it went in: commands, other directions, nothing at all where something stands. */
const SHARP: readonly string[] = [
  '\u001b[2J', // clears the screen
  '\u001b]0;title\u0007', // renames the window
  '\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\', // a link that says something else
  '\u001b]52;c;ZXZpbA==\u0007', // fills the clipboard
  '\u001bP1$r0m\u001b\\', // asks the terminal to type
  '\u001b[31m', // a colour that is not ours
  '\u009b31m',
  '\r',
  '\b\b\b',
  '\u007f',
  '\u0000',
  '\u202e', // the other way round
  '\u2066',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\u034f',
  '\u180e',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\ufff9',
  '\u2028',
  '\u{e0041}', // letters that nobody sees
  '\u{1d173}',
]
/** Reads like something that we would say. */
const FORGED = '\nFORGED grant_0 FileWrite always'
const RAW =
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\u034f|(?<![\u2600-\u27bf])\ufe0f(?!\u20e3)/u

const hostile = fc
  .array(fc.constantFrom(...SHARP, '\n', '\t', 'lamp', ' ', 'é', '名', '✔️'), { minLength: 1, maxLength: 8 })
  .map(parts => parts.join(''))

describe('text that is made visible', () => {
  test('holds nothing that a terminal obeys or hides, and says what stood there', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), text => {
        for (const shown of [visible(text), visibleInLine(text)]) expect(RAW.exec(shown)).toBeNull()
        expect(visibleInLine(text)).not.toMatch(/[\n\t]/)
        const back = visible(text).replace(/\\u\{([0-9a-f]{4,6})\}/g, (_, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        )
        if (!text.includes('\\u{')) expect(back).toBe(text)
      }),
    )
    for (const sharp of SHARP) expect([sharp, visible(sharp)]).not.toEqual([sharp, sharp])
  })

  test('usual text stays as it is', () => {
    for (const text of ['Grüße, naïve façade', '名前は何ですか', 'שלום', 'a\tb\nc', '✔️ done, 1️⃣', '👍🏽', 'e\u0301'])
      expect(visible(text)).toBe(text)
  })

  test('JSON keeps its meaning', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), text => {
        const shown = visibleJson(JSON.stringify({ text }))
        expect(RAW.exec(shown)).toBeNull()
        expect(JSON.parse(shown)).toEqual({ text })
      }),
    )
  })

  test('whoever forgets it is caught by the terminal itself, and our own colours still work', () => {
    for (const colour of [true, false])
      fc.assert(
        fc.property(hostile, text => {
          const written: string[] = []
          const streams = [process.stdout, process.stderr].map(stream =>
            vi.spyOn(stream, 'write').mockImplementation(piece => written.push(String(piece)) > 0),
          )
          const terminal = processTerminal({ quiet: false, colour })
          terminal.out(text)
          terminal.err(text)
          terminal.problem(text)
          for (const stream of streams) stream.mockRestore()
          // oxlint-disable-next-line no-control-regex -- our own colours, which no text can bring along where they are off
          const bare = colour ? written.join('').replace(/\u001b\[31m/g, '') : written.join('')
          expect(RAW.exec(bare)).toBeNull()
        }),
      )
    expect([painted('red', 'x'), unpainted('red', 'x')]).toEqual(['\u001b[31mx\u001b[39m', 'x'])
  })
})

/** A name that a file system takes. */
const asName = (text: string): string =>
  `${text.replaceAll('\0', '').replaceAll('/', '').slice(0, 40).toWellFormed()}${FORGED}.md`

/** A workspace in which everything that others may write is hostile: names, contents, arguments, answers, the message itself. */
async function poisoned(text: string): Promise<WorkFolder> {
  const folder = workFolder()
  const name = asName(text)
  mkdirSync(join(folder.root, 'sub'))
  for (const path of [name, join('sub', name)])
    writeFileSync(join(folder.root, path), `The lamp burned.\n${text}${FORGED}\n`)
  return folder
}

const VERBS: readonly (readonly string[])[] = [
  ['permissions', 'pending'],
  ['permissions', 'list'],
  ['receipts', 'list'],
  ['sessions', 'list'],
  ['attempts', 'mine'],
  ['attempts', 'export'],
  ['ledger', 'tail', '-n', '100'],
  ['ledger', 'export'],
  ['memory', 'list'],
  ['memory', 'pending'],
  ['stats'],
  ['verify'],
]

/** What we write ourselves to take a line away again. */
const ERASED = '\r\u001b[2K'
const clean = (what: string, { out, err }: { readonly out: string; readonly err: string }): void => {
  expect([what, RAW.exec(out)?.[0], RAW.exec(err.replaceAll(ERASED, ''))?.[0]]).toEqual([what, undefined, undefined])
}
/** Whole texts may have lines of their own; lists may not have lines that somebody else wrote. */
const unforged = (what: string, { out }: { readonly out: string }): void =>
  expect([what, /^FORGED/m.test(out)]).toEqual([what, false])

describe('the command line', { timeout: 240_000 }, () => {
  test('shows no text of a model, a tool, a file, an argument or a message raw, in ask, chat and every list', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async text => {
        const folder = await poisoned(text)
        const name = asName(text)
        const replies = [
          called('file_list', { path: '.' }),
          called('file_read', { path: name }),
          called(`file_${text}`, { [text]: text }),
          called('file_write', { path: `sub/${name}`, content: `${text}${FORGED}` }),
          `I see ${text}${FORGED}`,
          `My name is ${text}.`,
        ]
        const message = `Read and edit the file ${name}: ${text}${FORGED}`
        const asking = ['--model', scriptIn(folder, ...replies), '--allow', 'FileAccess', '--allow', 'FileWrite']
        clean('ask', await folder.run('ask', message, ...asking))
        clean('ask --json', await folder.run('ask', message, ...asking, '--json'))
        clean('ask --events', await folder.run('ask', message, ...asking, '--events', '--debug-routing'))
        clean('ask unallowed', await folder.run('ask', message, '--model', scriptIn(folder, ...replies)))
        const environment = { COUNTERSIGN_STATE: folder.state }
        const chat = ['chat', '--workspace', folder.root, ...asking]
        clean(
          'chat',
          await commandLine(chat, {
            environment,
            stdin: `my name is ${text}\n${message.replaceAll('\n', ' ')}\n/why ${text}\n/tools\n/status\n`,
          }),
        )
        clean(
          'chat at a terminal',
          await commandLine(chat, { environment, terminal: true, noColor: '1', stdin: `${text}\n` }),
        )
        clean('call', await folder.run('call', 'file_read', `path=${name}`, '--allow', 'FileAccess'))
        clean(
          'call waits',
          await folder.run(
            'call',
            'file_write',
            `path=sub/${name}`,
            `content=${text}${FORGED}`,
            '--session',
            's1',
            '--allow',
            'FileAccess',
          ),
        )
        for (const verb of VERBS) {
          const told = await folder.run(...verb)
          clean(verb.join(' '), told)
          unforged(verb.join(' '), told)
          clean(`${verb.join(' ')} --json`, await folder.run(...verb, '--json'))
        }
        clean('explain', await folder.run('explain', text === '' ? 'x' : text))
        clean('why', await folder.run('why', 'file_read', text))
        clean('route', await folder.run('route', text))
        clean('an unknown verb', await folder.run(text))
      }),
      { numRuns: runs(4, 200) },
    )
  })

  test('a list has no line that somebody else wrote', async () => {
    const folder = workFolder()
    const runtime = await openTestRuntime({ root: folder.root, state: folder.state })
    const { broker, ledger } = runtime
    const given = { capability: 'FileWrite', principal: 'user:local', decidedBy: 'rule' } as const
    await broker.issue({ ...given, session: null, purpose: `to help${FORGED}`, paths: [`/a${FORGED}`] })
    await broker.issue({ ...given, session: null, purpose: 'x', tool: { name: `post${FORGED}`, definition: '1' } })
    await ledger.append({ type: 'intent', body: () => ({ tool_id: `post${FORGED}`, summary: `posts${FORGED}` }) })
    await runtime.close()
    for (const verb of VERBS) unforged(verb.join(' '), await folder.run(...verb))
    expect((await folder.run('permissions', 'list')).out).toContain(String.raw`to help\u{000a}FORGED`)
    expect((await folder.run('ledger', 'tail')).out).toContain(String.raw`posts\u{000a}FORGED`)
  })
})
