import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject, parseJsonText } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type TurnReport, runTurn } from '../../src/runtime/index.ts'
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

/** Every answer owes a line. */
const OWED = { 'evidence.require': 'always' } as const
const owing = (scene: Play): Promise<Played> => play({ settings: OWED, ...scene })

const ANSWER = 'The lighthouse burned all night.'
const TRUE_LINE = 'Evidence: "The lighthouse burned all night." (notes.md:1)'
const FALSE_LINE = 'Evidence: "The lighthouse was dark all night." (notes.md:1)'
const HOLDS = `${ANSWER}\n\n${TRUE_LINE}`
const FALLS = `It was dark.\n\n${FALSE_LINE}`

/** What the same answer, given twice, was withheld for; nothing if it was delivered. */
async function faultsOf(answer: string, more: Play = {}): Promise<readonly string[]> {
  const { report } = await owing({ replies: [readNotes, answer, answer], ...more })
  expect(report.stopped?.code ?? null).toBe(report.stopped === null ? null : 'evidence_failed')
  return report.stopped === null
    ? []
    : (report.evidence?.findings ?? []).flatMap(({ holds, code }) => (holds ? [] : [code]))
}

describe('an answer about files', () => {
  test('[EVID-07] a quote that stands in what was read is verified, and people see what was checked instead of the line', async () => {
    const { report, code, events } = await play({ replies: [readNotes, `${HOLDS} That is all.`] })
    expect(code).toBeNull()
    expect(report.text).toBe(ANSWER)
    expect(report.evidence).toEqual({
      verdict: 'verified',
      coverage: { citations: 1, verified: 1, unchecked_sentences: 1 },
      findings: [
        {
          claim: '"The lighthouse burned all night."',
          holds: true,
          because: 'It stands in notes.md:1, as read.',
          code: 'verified',
          file: 'notes.md',
          lines: [1, 1],
          receipt: report.receipts[0],
        },
      ],
      remarks: [],
      summary: '1 quote verified · 1 sentence not checked',
      ran: [{ tool: 'file_read', outcome: 'done', receipt: report.receipts[0], files: 1 }],
      judged: null,
    })
    expect(events.filter(({ type }) => type === 'evidence.checked')).toMatchObject([
      { verdict: 'verified', then: 'delivered', coverage: { citations: 1 } },
    ])
  })

  test('in chat a missing line is no fault, and nothing is said to be verified', async () => {
    const { report, code } = await play({ replies: [readNotes, 'It burned. Nobody saw it.'] })
    expect([code, report.text]).toEqual([null, 'It burned. Nobody saw it.'])
    expect(report.evidence).toMatchObject({
      verdict: null,
      coverage: { citations: 0, verified: 0, unchecked_sentences: 2 },
      findings: [],
      summary: 'nothing cited · 2 sentences not checked',
    })
  })

  test('an answer with a false citation is sent back once, in chat as well, and the next one is delivered', async () => {
    const { report, model, events } = await play({ replies: [readNotes, FALLS, HOLDS] })
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

  test('two false ones: the answer is withheld, and not a word of either is delivered', async () => {
    const { report, code, runtime, folders } = await play({ replies: [readNotes, FALLS, FALLS] })
    expect(code).toBe('evidence_failed')
    expect(report.text).not.toContain('dark')
    expect(report.stopped?.message).not.toContain('dark')
    expect(report.evidence).toMatchObject({ verdict: 'failed', findings: [{ holds: false, code: 'quote_not_found' }] })
    expect(attemptsOf(runtime).map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'evidence_failed',
      'evidence_failed',
    ])
    const { messages } = await runtime.sessions.load(report.session)
    expect(messages.at(-1)?.text).toBe('(stopped: evidence_failed)')
    expect(writtenBelow(...folders)).toContain('evidence_failed')
  })

  test('a quote in the answer itself is checked like one in the line', async () => {
    const { report } = await play({ replies: [readNotes, 'It says "The lighthouse burned all night." (notes.md:1).'] })
    expect(report.evidence).toMatchObject({ verdict: 'verified', coverage: { citations: 1, unchecked_sentences: 0 } })
    const wrong = 'It says "The lighthouse burned all night." (notes.md:2).'
    expect((await play({ replies: [readNotes, wrong, wrong] })).code).toBe('evidence_failed')
  })

  test('a model that has nothing more to say after a wrong answer has not answered', async () => {
    const { code, report } = await play({ replies: [readNotes, FALLS] })
    expect(code).toBe('evidence_failed')
    expect(report.evidence?.findings).toMatchObject([{ code: 'quote_not_found' }])
  })

  test('a correction that is a call is no answer', async () => {
    const { code, executed } = await play({ replies: [readNotes, FALLS, readNotes] })
    expect([code, executed]).toEqual(['evidence_failed', ['file_read']])
  })

  test('the model is told how to cite once it has read something, and what it owes under a contract, in every profile', async () => {
    const told = ({ model }: Played): readonly boolean[] =>
      model.requests.map(({ messages }) => messages.at(-1)?.content.includes('Evidence:') === true)
    expect(told(await play({ replies: [readNotes, HOLDS] }))).toEqual([false, true])
    const strict = [strictCall('file_read', { path: 'notes.md' }), final, HOLDS]
    const asked = await play({ profile: 'strict', evidence: 'quote', replies: strict })
    expect(told(asked)).toEqual([false, false, true])
    expect(asked.model.requests[2]?.messages.at(-1)?.content).toContain('quotes the exact words of a file')
    const calls = [{ id: 'c1', name: 'file_read', arguments: { path: 'notes.md' } }]
    const native = await play({ can: { nativeTools: true }, replies: [{ calls }, HOLDS] })
    expect([told(native), native.report.evidence?.verdict]).toEqual([[false, true], 'verified'])
  })
})

describe('what a contract demands', () => {
  test('[EVID-01] exactly one line', async () => {
    expect(await faultsOf(HOLDS)).toEqual([])
    expect(await faultsOf(ANSWER)).toEqual(['line_missing'])
    expect(await faultsOf(`${HOLDS}\n${TRUE_LINE}`)).toEqual(['line_multiple'])
    const { report } = await owing({ replies: [readNotes, ANSWER, ANSWER] })
    expect(report.stopped?.message).toContain('The answer has no Evidence line, so nothing in it was checked.')
  })

  test.each(['Evidence:', '**Evidence:**', '__Evidence:__'])('[EVID-02] the line may begin with %s', async label => {
    expect(await faultsOf(HOLDS.replace('Evidence:', label))).toEqual([])
    expect(await faultsOf(FALLS.replace('Evidence:', label))).toEqual(['quote_not_found'])
  })

  test('[EVID-03] a source that exists, or a request for access', async () => {
    expect(await faultsOf(HOLDS.replace('notes.md', 'missing.md'))).toEqual(['file_missing'])
    expect(await faultsOf('I have to see it first.\nEvidence: ACCESS_REQUEST private.md')).toEqual([])
  })

  test('[EVID-04] a quote, where a quote is owed', async () => {
    expect(await faultsOf(HOLDS, { evidence: 'quote' })).toEqual([])
    expect(await faultsOf(`${ANSWER}\nEvidence: notes.md:1`, { evidence: 'quote' })).toEqual(['quote_missing'])
    expect(await faultsOf(`${ANSWER}\nEvidence: "night" (notes.md:1)`, { evidence: 'quote' })).toContain(
      'quote_missing',
    )
  })

  test('[EVID-05] a line or a section, where a place is owed, and it must be there', async () => {
    const files = { 'notes.md': `# Log\n\n${README}` }
    const place = (line: string): Promise<readonly string[]> =>
      faultsOf(`It stands there.\nEvidence: ${line}`, { evidence: 'place', files })
    expect(await place('notes.md')).toEqual(['location_missing'])
    expect(await place('notes.md line 3')).toEqual([])
    expect(await place('notes.md, section "Log"')).toEqual([])
    expect(await place('notes.md line 300')).toEqual(['location_wrong'])
    expect(await place('notes.md, section "Weather"')).toEqual(['location_wrong'])
  })

  test('[EVID-06] where it was looked in vain, where a scope is owed, and it is looked again', async () => {
    const scope = (line: string): Promise<readonly string[]> =>
      faultsOf(`There is none.\nEvidence: ${line}`, { evidence: 'scope' })
    expect(await scope('checked notes.md for "dragon", found none')).toEqual([])
    expect(await scope('checked notes.md for "lighthouse", found none')).toEqual(['absence_false'])
    expect(await scope('there is no dragon')).toEqual(['scope_missing'])
    expect(await scope('notes.md:1')).toEqual(['scope_missing'])
  })

  test('[EVID-08] a source of the role, and the kind that the role owes', async () => {
    const files = { 'notes.md': README, 'Story/SCN-outline.md': README, 'Story/Scenes/SCN-a.md': README }
    const strict = [strictCall('file_read', { path: 'notes.md' }), final]
    const codes = async (agent: string, answer: string): Promise<readonly string[]> =>
      faultsOf(answer, { conference: 'c', agent, files, replies: [...strict, answer, answer] })
    const [outline, scene] = ['Story/SCN-outline.md', 'Story/Scenes/SCN-a.md'].map(path =>
      HOLDS.replace('notes.md', path),
    )
    expect(await codes('planner', outline ?? '')).toEqual([])
    expect(await codes('planner', scene ?? '')).toEqual(['source_wrong'])
    expect(await codes('writer', scene ?? '')).toEqual([])
    expect(await codes('writer', outline ?? '')).toEqual(['source_wrong'])
    expect(await codes('writer', 'It is there.\nEvidence: Story/Scenes/SCN-a.md:1')).toEqual(['quote_missing'])
  })

  test('[EVID-10] the answer itself, and no thinking aloud before it', async () => {
    expect(await faultsOf(`We need to say when it burned. ${HOLDS}`)).toEqual(['cot_leak'])
    expect(await faultsOf(`First it was lit. ${HOLDS}`)).toEqual([])
  })

  test('[EVID-11] no call that is written as text', async () => {
    const strict = [strictCall('file_read', { path: 'notes.md' }), final]
    const codes = (answer: string): Promise<readonly string[]> =>
      faultsOf(answer, { conference: 'c', replies: [...strict, answer, answer] })
    expect(await codes(`It burned.\nfile_read(path="notes.md")\n${TRUE_LINE}`)).toEqual(['tool_syntax'])
    for (const prose of ['Use file_read for that.', 'file_read (the tool) was used.', 'file_read(the tool) was used.'])
      expect([prose, await codes(`${prose}\n${TRUE_LINE}`)]).toEqual([prose, []])
    expect(await codes(`file_read(notes.md)\n${TRUE_LINE}`)).toEqual(['tool_syntax'])
  })

  test('[EVID-12] nothing of an agent that abstains', async () => {
    expect(await faultsOf('ABSTAIN')).toEqual([])
    expect(await faultsOf('I abstain, but it burned.')).toEqual(['line_missing'])
  })

  test('[EVID-13] nothing of the calls of a first phase', async () => {
    const { executed, events, code } = await play({
      conference: 'c',
      replies: [strictCall('file_read', { path: 'notes.md' }), final, HOLDS],
    })
    expect([executed, code]).toEqual([['file_read'], null])
    expect(events.filter(({ type }) => type === 'evidence.checked')).toHaveLength(1)
  })

  test('[STRICT-23] the four rules of prompt hygiene are told apart', async () => {
    const written = `file_read(path="notes.md")\n${TRUE_LINE}`
    const strict = [strictCall('file_read', { path: 'notes.md' }), final]
    expect(await faultsOf(written, { conference: 'c', replies: [...strict, written, written] })).toEqual([
      'tool_syntax',
    ])
    expect(await faultsOf(ANSWER)).toEqual(['line_missing'])
    expect(await faultsOf('It was read.\nEvidence: checked with file_read')).toEqual(['location_missing'])
    expect(
      await faultsOf('It was listed.\nEvidence: checked with file_list, receipt rcpt_0123456789abcdef01234567'),
    ).toEqual(['receipt_unknown'])
  })

  test('is a conference, a task, a run, the strict profile or the request itself; a profile that was guessed is none', async () => {
    const strict = [strictCall('file_read', { path: 'notes.md' }), final, ANSWER, ANSWER]
    const codes = async (scene: Play): Promise<string | null> => (await play({ replies: strict, ...scene })).code
    expect(await codes({ conference: 'c' })).toBe('evidence_failed')
    expect(await codes({ task: 't' })).toBe('evidence_failed')
    expect(await codes({ profile: 'strict' })).toBe('evidence_failed')
    expect(await codes({ toolPolicy: { requireTool: true } })).toBe('evidence_failed')
    expect(await codes({ run: { id: 'r' }, replies: [readNotes, ANSWER, ANSWER] })).toBe('evidence_failed')
    expect(await codes({ evidence: 'quote', replies: [readNotes, ANSWER, ANSWER] })).toBe('evidence_failed')
    expect(await codes({ message: 'You must use file_read: read the file notes.md.' })).toBeNull()
  })

  test('never demands no line, but a false citation still withholds', async () => {
    const never = { settings: { 'evidence.require': 'never' }, conference: 'c' } as const
    const strict = [strictCall('file_read', { path: 'notes.md' }), final]
    expect((await play({ ...never, replies: [...strict, ANSWER] })).text).toBe(ANSWER)
    expect((await play({ ...never, replies: [...strict, FALLS, FALLS] })).code).toBe('evidence_failed')
  })

  test('nothing where checking is off', async () => {
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
    expect(out).not.toContain('"require":"never"')
  })
})

describe('what a citation rests on', () => {
  test('[RCPT-08] [EVID-09] a receipt that nobody minted proves nothing, in chat as well', async () => {
    const invented = `${ANSWER}\n\nEvidence: "The lighthouse burned all night." (notes.md:1, receipt rcpt_0123456789abcdef01234567)`
    const { code, report } = await play({ replies: [readNotes, invented, invented] })
    expect([code, report.evidence?.findings.find(({ holds }) => !holds)?.code]).toEqual([
      'evidence_failed',
      'receipt_unknown',
    ])
    const bare = 'I searched the notes; see rcpt_ffffffffffffffffffffffff.'
    expect((await play({ replies: [readNotes, bare, bare] })).code).toBe('evidence_failed')
  })

  test('a receipt of another session proves nothing here', async () => {
    const one = await play({ session: 'one', replies: [readNotes, HOLDS] })
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

  test('a receipt belongs to the tool that is named, and to the file that is quoted', async () => {
    const files = { 'notes.md': README, 'other.md': 'Something else.\n' }
    const scene = { files, session: 'one', replies: [call('file_read', { path: 'other.md' }), 'It is read.'] }
    const { report, runtime } = await play(scene)
    const [id = ''] = report.receipts
    for (const line of [
      `Evidence: checked with file_list, receipt ${id}`,
      `Evidence: "The lighthouse burned all night." (notes.md:1, receipt ${id})`,
    ]) {
      const again = scripted([`${ANSWER}\n${line}`, `${ANSWER}\n${line}`])
      const next = await runTurn({ message: 'Read notes.md', session: 'one', model: again }, runtime)
      expect([next.stopped?.code, next.evidence?.findings[0]?.code]).toEqual(['evidence_failed', 'receipt_elsewhere'])
    }
    const fitting = scripted([`It was read.\nEvidence: checked with file_read, receipt ${id}`])
    const next = await runTurn({ message: 'Read notes.md', session: 'one', model: fitting }, runtime)
    expect([next.stopped, next.evidence?.summary]).toEqual([null, '1 receipt verified · 1 sentence not checked'])
  })

  test('a file that changed since it was read is stale, one that the session wrote is its own witness', async () => {
    const one = await play({ session: 'one', replies: [readNotes, HOLDS] })
    writeFileSync(join(one.folders[0] ?? '', 'notes.md'), `${README}The end.\n`)
    const stale = await runTurn(
      { message: 'What does notes.md say?', session: 'one', model: scripted([HOLDS]) },
      one.runtime,
    )
    expect(stale.evidence?.verdict).toBe('stale')
    const wrote = await play({
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
    const { report } = await play({ message: 'Read the file notes.md.', replies: [HOLDS] })
    expect(report.evidence).toMatchObject({ verdict: 'unbacked', coverage: { citations: 1, verified: 0 } })
  })

  test('a log that cannot be read backs nothing, and nothing unproved goes out; an answer that cites nothing needs no log', async () => {
    const scene = await play({ session: 'one', replies: [readNotes, HOLDS] })
    const receiptCache = {
      add: () => undefined,
      of: () => {
        throw new Error('the disk is gone')
      },
      find: () => undefined,
    }
    const ask = (replies: readonly string[]): Promise<TurnReport> =>
      runTurn(
        { message: 'What does notes.md say?', session: 'one', model: scripted(replies) },
        { turns: { ...scene.runtime.turns, receiptCache } },
      )
    const report = await ask([HOLDS, HOLDS])
    expect(report.stopped?.code).toBe('evidence_failed')
    expect(report.evidence?.findings[0]?.because).toContain('the disk is gone')
    expect((await ask(['It burned all night.'])).stopped).toBeNull()
  })
})

describe('[GAPS-03] what an answer says of tools', () => {
  const claim = 'Hello. I searched the folder and found nothing. Goodbye.'

  test('is shown with a remark where nothing of the kind ran', async () => {
    const { code, report, model } = await play({ message: 'hi there', replies: [claim] })
    expect([code, report.text, model.requests.length]).toEqual([null, claim, 1])
    expect(report.evidence).toMatchObject({ verdict: null, remarks: ['says it searched; no search ran'] })
  })

  test('needs no remark where it ran, and what ran stands beside it', async () => {
    const replies = [call('file_search', { query: 'lighthouse' }), 'I searched the folder: it burned all night.']
    const { report } = await play({ replies })
    expect(report.evidence).toMatchObject({
      remarks: [],
      ran: [{ tool: 'file_search', outcome: 'done', receipt: report.receipts[0], files: 1 }],
    })
  })

  test('what people say of speech itself claims no tool', async () => {
    const answer = [
      'As I noted above, I changed my mind. I read your message, and here is the poem I wrote for you.',
      'I ran into a problem: I listed three options, and I remembered, opened, saved and updated none.',
    ].join(' ')
    const { report } = await play({ replies: [answer] })
    expect(report.evidence?.remarks).toEqual([])
  })

  test('a call that was denied has not run', async () => {
    const replies = [call('file_write', { path: 'a.md', content: 'x' }), 'I wrote the file.']
    const { report } = await play({ message: 'Write the file a.md.', replies })
    expect(report.evidence).toMatchObject({
      remarks: [expect.stringContaining('says it wrote')],
      ran: [{ tool: 'file_write', outcome: expect.stringMatching(/denied|waiting/) }],
    })
  })

  test('plain talk is read along as it comes, up to the first piece with a citation', async () => {
    const cited = 'Hello there. It says "The lighthouse was dark." (notes.md:1). Goodbye.'
    const { events, code } = await play({ message: 'hi there', replies: [cited, 'Hello. It burned.'] })
    const shown = events.flatMap(event => (event.type === 'message.delta' ? [event.text] : [])).join('')
    expect([code, shown.includes('Hello there.'), shown.includes('dark')]).toEqual([null, true, false])
  })

  test('no line is asked for in plain talk', async () => {
    const { report, model } = await play({ message: 'hi there', replies: ['Hello! How can I help?'] })
    expect(report).toMatchObject({ text: 'Hello! How can I help?', stopped: null })
    expect(model.requests[0]?.messages.some(({ content }) => content.includes('Evidence:'))).toBe(false)
  })
})

describe('[GAPS-02] whether a call is required', () => {
  const demand = 'You must use file_read: read the file notes.md.'

  test('is said by the flag; in strict, phrases count for nothing', async () => {
    const settings = { 'evidence.require': 'never' }
    const phrase = await play({ message: demand, profile: 'strict', settings, replies: ['It burned.'] })
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
    const environment = { COUNTERSIGN_STATE: folder.state, COUNTERSIGN_EVIDENCE_REQUIRE: 'contract' }
    return commandLine([...args, '--allow', 'FileAccess', '--workspace', folder.root, ...flags], { environment })
  }

  const json = (out: string): JsonObject => {
    const value = parseJsonText(out)
    return isJsonObject(value) ? value : {}
  }

  test('a verified answer is printed without its line, and below it stand what was checked, what was not, and what ran', async () => {
    const { code, out, err } = await ask([readNotes, HOLDS])
    expect([code, out]).toEqual([0, `${ANSWER}\n`])
    expect(err).toContain('1 quote verified · 1 sentence not checked\nfile_read ✓ 1 file\n')
    const plain = await ask([readNotes, 'I searched it. It burned.'])
    expect(plain.err).toContain('nothing cited · 2 sentences not checked\nsays it searched; no search ran\n')
  })

  test('a withheld one exits with 1 and says why, citation by citation', async () => {
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
