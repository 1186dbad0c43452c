import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject, parseJsonText } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { runTurn } from '../../src/runtime/index.ts'
import { commandLine } from '../command-line.ts'
import { workFolder } from '../work-folder.ts'
import {
  type Play,
  type Played,
  README,
  attemptsOf,
  call,
  final,
  play,
  readNotes,
  strictCall,
  writtenBelow,
} from './play.ts'

const REQUIRED = { 'evidence.require': 'workspace' } as const
const grounded = (scene: Play): Promise<Played> => play({ settings: REQUIRED, ...scene })

const ANSWER = 'The lighthouse burned all night.'
const TRUE_LINE = 'Evidence: "The lighthouse burned all night." (notes.md:1)'
const FALSE_LINE = 'Evidence: "The lighthouse was dark all night." (notes.md:1)'
const HOLDS = `${ANSWER}\n\n${TRUE_LINE}`
const FALLS = `It was dark.\n\n${FALSE_LINE}`

describe('an answer about files', () => {
  test('[EVID-07] a quote that stands in what was read is verified, and people see a mark instead of the line', async () => {
    const { report, code, events } = await grounded({ replies: [readNotes, HOLDS] })
    expect(code).toBeNull()
    expect(report.text).toBe(ANSWER)
    expect(report.evidence).toMatchObject({
      verdict: 'verified',
      mark: '✓ notes.md:1 "The lighthouse burned all night."',
    })
    expect(events.filter(({ type }) => type === 'evidence.checked')).toMatchObject([
      { verdict: 'verified', then: 'delivered' },
    ])
  })

  test('an answer that does not hold is sent back once, with what fell, and the next one is delivered', async () => {
    const { report, model, events } = await grounded({ replies: [readNotes, FALLS, HOLDS] })
    expect(report).toMatchObject({ text: ANSWER, stopped: null, evidence: { verdict: 'verified' } })
    const asked = model.requests[2]?.messages.at(-1)?.content ?? ''
    expect(asked).toContain('quote_not_found')
    expect(asked).toContain('The lighthouse was dark all night.')
    expect(model.requests[2]?.tools).toBeUndefined()
    expect(events.flatMap(event => (event.type === 'evidence.checked' ? [event.then] : []))).toEqual([
      'corrected',
      'delivered',
    ])
    expect(events.flatMap(event => (event.type === 'attempt.started' ? [event.purpose] : []))).toEqual([
      'reply',
      'reply',
      'correction',
    ])
  })

  test('[EVID-01] two answers that do not hold: it is withheld, and not a word of either is delivered', async () => {
    const { report, code, runtime, folders } = await grounded({
      replies: [readNotes, FALLS, 'It was dark, believe me.'],
    })
    expect(code).toBe('evidence_failed')
    expect(report.text).not.toMatch(/dark|believe/)
    expect(report.stopped?.message).not.toMatch(/dark|believe/)
    expect(report.evidence).toMatchObject({ verdict: 'failed', findings: [{ holds: false, code: 'line_missing' }] })
    expect(attemptsOf(runtime).map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'evidence_failed',
      'evidence_failed',
    ])
    const { messages } = await runtime.sessions.load(report.session)
    expect(messages.at(-1)?.text).toBe('(stopped: evidence_failed)')
    expect(writtenBelow(...folders)).toContain('evidence_failed')
  })

  test('a model that has nothing more to say after a wrong answer has not answered', async () => {
    const { code, report } = await grounded({ replies: [readNotes, FALLS] })
    expect(code).toBe('evidence_failed')
    expect(report.evidence?.findings).toMatchObject([{ code: 'quote_not_found' }])
  })

  test('a correction that is a call is no answer', async () => {
    const { code, executed } = await grounded({ replies: [readNotes, FALLS, readNotes] })
    expect([code, executed]).toEqual(['evidence_failed', ['file_read']])
  })

  test('the model is told how to prove an answer once it has read something, in every profile', async () => {
    const lenient = await grounded({ replies: [readNotes, HOLDS] })
    const [first, second] = lenient.model.requests.map(({ messages }) => messages.at(-1)?.content ?? '')
    expect([first?.includes('Evidence:'), second?.includes('Evidence:')]).toEqual([false, true])
    const strict = await grounded({
      profile: 'strict',
      replies: [strictCall('file_read', { path: 'notes.md' }), final, HOLDS],
    })
    expect(strict.model.requests.map(({ messages }) => messages.at(-1)?.content.includes('Evidence:'))).toEqual([
      false,
      false,
      true,
    ])
    expect(strict.report.evidence?.verdict).toBe('verified')
    const calls = [{ id: 'c1', name: 'file_read', arguments: { path: 'notes.md' } }]
    const native = await grounded({ can: { nativeTools: true }, replies: [{ calls }, HOLDS] })
    expect(native.model.requests.map(({ messages }) => messages.at(-1)?.content.includes('Evidence:'))).toEqual([
      false,
      true,
    ])
    expect(native.report.evidence?.verdict).toBe('verified')
  })

  test('an honest "not found" needs no line', async () => {
    const { report, code } = await grounded({
      replies: [readNotes, 'I do not know who lit it; the file does not say.'],
    })
    expect([code, report.text]).toEqual([null, 'I do not know who lit it; the file does not say.'])
  })
})

describe('what a claim rests on', () => {
  test('[RCPT-08] [EVID-09] a receipt that nobody minted proves nothing', async () => {
    const invented = `${ANSWER}\n\nEvidence: "The lighthouse burned all night." (notes.md:1, receipt rcpt_0123456789abcdef01234567)`
    const { code, report } = await grounded({ replies: [readNotes, invented, invented] })
    expect([code, report.evidence?.findings.find(({ holds }) => !holds)?.code]).toEqual([
      'evidence_failed',
      'receipt_unknown',
    ])
  })

  test('a receipt of another session proves nothing here', async () => {
    const one = await grounded({ session: 'one', replies: [readNotes, HOLDS] })
    const [id = ''] = one.report.receipts
    const line = `Evidence: "The lighthouse burned all night." (notes.md:1, receipt ${id})`
    const model = scripted([readNotes, `${ANSWER}\n${line}`, `${ANSWER}\n${line}`])
    const other = await runTurn({ message: 'Read notes.md', session: 'two', model, allow: ['FileAccess'] }, one.runtime)
    expect(other.stopped?.code).toBe('evidence_failed')
    const again = scripted([`${ANSWER}\n${line}`])
    const same = await runTurn(
      { message: 'What does notes.md say?', session: 'one', model: again, allow: ['FileAccess'] },
      one.runtime,
    )
    expect(same).toMatchObject({ stopped: null, evidence: { verdict: 'verified' } })
  })

  test('a file that changed since it was read is stale, one that the session wrote is its own witness', async () => {
    const one = await grounded({ session: 'one', replies: [readNotes, HOLDS] })
    writeFileSync(join(one.folders[0] ?? '', 'notes.md'), `${README}The end.\n`)
    const stale = await runTurn(
      { message: 'What does notes.md say?', session: 'one', model: scripted([HOLDS]) },
      one.runtime,
    )
    expect(stale.evidence?.verdict).toBe('stale')
    const wrote = await grounded({
      message: 'Write the file new.md with one line.',
      allow: ['FileAccess', 'FileWrite'],
      replies: [
        call('file_write', { path: 'new.md', content: 'The tide came in twice.\n' }),
        'Done.\n\nEvidence: "The tide came in twice." (new.md:1)',
      ],
    })
    expect(wrote.report.evidence).toMatchObject({ verdict: 'self_written' })
  })

  test('[GAPS-01] a true quote that was not read in this session is shown as unbacked', async () => {
    const { report } = await grounded({ message: 'Read the file notes.md.', replies: [HOLDS] })
    expect(report.evidence).toMatchObject({ verdict: 'unbacked' })
  })

  test('a log that cannot be read backs nothing, and nothing unproved goes out', async () => {
    const scene = await grounded({ session: 'one', replies: [readNotes, HOLDS] })
    const receiptCache = {
      add: () => undefined,
      of: () => {
        throw new Error('the disk is gone')
      },
      find: () => undefined,
    }
    const model = scripted([HOLDS, HOLDS])
    const report = await runTurn(
      { message: 'What does notes.md say?', session: 'one', model },
      { turns: { ...scene.runtime.turns, receiptCache } },
    )
    expect(report.stopped?.code).toBe('evidence_failed')
    expect(report.evidence?.findings[0]?.because).toContain('the disk is gone')
  })
})

describe('[GAPS-03] a talk without tools', () => {
  const claim = 'Hello. I ran the tests and all of them pass. Goodbye.'

  test('a claim of tool use without a receipt is sent back, and withheld if it is made again', async () => {
    const { code, model } = await play({ message: 'hi there', replies: [claim, claim] })
    expect([code, model.requests.length]).toEqual(['evidence_failed', 2])
  })

  test('what precedes it may be read along, the claim itself is never shown', async () => {
    const { events } = await play({ message: 'hi there', replies: [claim, 'Hello. I have not run anything.'] })
    const shown = events.flatMap(event => (event.type === 'message.delta' ? [event.text] : [])).join('')
    expect(shown).toContain('Hello.')
    expect(shown).not.toContain('ran the tests')
  })

  test('no line is asked for, and plain talk passes as it is', async () => {
    const { report, model } = await play({
      message: 'hi there',
      settings: REQUIRED,
      replies: ['Hello! How can I help?'],
    })
    expect(report).toMatchObject({ text: 'Hello! How can I help?', stopped: null, evidence: null })
    expect(model.requests[0]?.messages.some(({ content }) => content.includes('Evidence:'))).toBe(false)
  })
})

describe('when a line is required', () => {
  test('a conference always needs one', async () => {
    const strict = [strictCall('file_read', { path: 'notes.md' }), final]
    const { code } = await play({ conference: 'c', replies: [...strict, ANSWER, ANSWER] })
    expect(code).toBe('evidence_failed')
  })

  test('never, always, and not at all are settings', async () => {
    const never = await play({ settings: { 'evidence.require': 'never' }, replies: [readNotes, ANSWER] })
    expect([never.code, never.text]).toEqual([null, ANSWER])
    const always = await play({
      settings: { 'evidence.require': 'always' },
      replies: ['It is a file.', 'It is a file.'],
    })
    expect(always.code).toBe('evidence_failed')
    const off = await play({ settings: { 'evidence.check': false }, replies: [readNotes, FALLS] })
    expect([off.code, off.report.evidence, off.text]).toEqual([null, null, FALLS])
  })

  test('a workspace can neither switch the check off nor say that no line is needed', async () => {
    const folder = workFolder()
    folder.write('countersign.toml', '[evidence]\ncheck = false\nrequire = "never"\n')
    const { out } = await commandLine(['config', 'print', '--json', '--workspace', folder.root], {
      environment: { COUNTERSIGN_STATE: folder.state },
    })
    expect(out).not.toContain('"check":false')
  })
})

describe('[GAPS-02] whether a call is required', () => {
  const demand = 'You must use file_read: read the file notes.md.'

  test('is said by the flag; in strict, phrases count for nothing', async () => {
    const phrase = await play({ message: demand, profile: 'strict', replies: ['It burned.'] })
    expect([phrase.code, phrase.text]).toEqual([null, 'It burned.'])
    const flag = await play({
      message: demand,
      profile: 'strict',
      toolPolicy: { requireTool: true },
      replies: ['It burned.'],
    })
    expect(flag.code).toBe('tool_call_invalid_format')
  })

  test('is guessed from the words where nobody names a profile, and the flag overrides it both ways', async () => {
    const guessed = await play({ message: demand, replies: ['It burned.'] })
    expect(guessed.code).toBe('tool_call_invalid_format')
    const told = await play({ message: demand, toolPolicy: { requireTool: false }, replies: ['It burned.'] })
    expect([told.code, told.text]).toEqual([null, 'It burned.'])
  })
})

test('[GAPS-05] a model that takes a schema is held to one where a call is required, and one that does not is read as strictly', async () => {
  const scene = { toolPolicy: { requireTool: true }, replies: ['We need to read the file first.'] } as const
  const held = await play({ ...scene, can: { jsonSchema: true } })
  const free = await play(scene)
  expect([held.model.requests[0]?.responseSchema !== undefined, free.model.requests[0]?.responseSchema]).toEqual([
    true,
    undefined,
  ])
  expect([held.code, free.code]).toEqual(['tool_call_invalid_format', 'tool_call_invalid_format'])
  const [first, second] = [attemptsOf(held.runtime)[0], attemptsOf(free.runtime)[0]]
  expect([first?.['schema_enforced'], second?.['schema_enforced']]).toEqual([true, false])
})

describe('the same at the command line', () => {
  async function ask(
    replies: readonly string[],
    ...flags: readonly string[]
  ): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
    const folder = workFolder()
    folder.write('notes.md', README)
    folder.write('script.jsonl', replies.map(reply => `${JSON.stringify(reply)}\n`).join(''))
    const args = [
      'ask',
      'Read the file notes.md and tell me what it says.',
      '--model',
      `scripted:${join(folder.root, 'script.jsonl')}`,
    ]
    const environment = { COUNTERSIGN_STATE: folder.state, COUNTERSIGN_EVIDENCE_REQUIRE: 'workspace' }
    return commandLine([...args, '--allow', 'FileAccess', '--workspace', folder.root, ...flags], { environment })
  }

  const json = (out: string): JsonObject => {
    const value = parseJsonText(out)
    return isJsonObject(value) ? value : {}
  }

  test('a verified answer is printed without its line, the mark stands beside it', async () => {
    const { code, out, err } = await ask([readNotes, HOLDS])
    expect([code, out]).toEqual([0, `${ANSWER}\n`])
    expect(err).toContain('evidence ✓ notes.md:1 "The lighthouse burned all night."')
  })

  test('a withheld one exits with 1 and says why, claim by claim', async () => {
    const { code, out, err } = await ask([readNotes, FALLS, FALLS])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('evidence_failed')
    expect(err).toContain('The lighthouse was dark all night.')
    const told = await ask([readNotes, FALLS, FALLS], '--json')
    expect(json(told.out)).toMatchObject({
      stopped: { code: 'evidence_failed' },
      evidence: { verdict: 'failed', findings: [{ holds: false, code: 'quote_not_found' }] },
    })
    expect(json(told.out)['text']).not.toContain('dark')
  })
})
