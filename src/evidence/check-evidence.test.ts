import { expect, test } from 'vitest'
import {
  SESSIONS,
  TOOL_NAMES,
  manuscript,
  readReceipt,
  receiptId,
  receiptOf,
  sourcesOf,
} from '../../test/evidence-world.ts'
import { fail, sha256 } from '../core/index.ts'
import { checkEvidence } from './check-evidence.ts'
import type { CheckedAnswer, EvidenceRequest, EvidenceSources } from './index.ts'

const TWELVE = 'Story/Scenes/SCN-every-twelve-seconds.md'
const OFFICE = 'Story/Scenes/SCN-the-harbour-office.md'
const ASKED = '"Does anybody out there rely on this lighthouse?"'
const SEARCH = receiptId('search lighthouse')

const all = (): EvidenceSources => SESSIONS['all']?.() ?? sourcesOf(manuscript, [])
const check = (text: string, given: Partial<EvidenceRequest> = {}): Promise<CheckedAnswer> =>
  checkEvidence({ text, toolNames: TOOL_NAMES, sources: all, ...given })
const codes = async (text: string, given?: Partial<EvidenceRequest>): Promise<readonly string[]> =>
  (await check(text, given)).report.findings.map(({ code }) => code)
const verdictOf = async (text: string, sources: EvidenceSources): Promise<string | null> =>
  (await check(text, { sources: () => sources })).report.verdict

test.each([
  `Evidence: ${ASKED} (${TWELVE}:15)`,
  `Evidence: ${ASKED} (${TWELVE}, line 15, receipt ${SEARCH})`,
  `Evidence: ${TWELVE}:15 ${ASKED}`,
  `Evidence: line 15 of ${TWELVE}: ${ASKED}`,
  `Evidence: [the scene](${TWELVE}#L15): ${ASKED}`,
  `Evidence (${TWELVE}:15): ${ASKED}`,
  `Evidence: {"path":"${TWELVE}","line":15,"quote":"Does anybody out there rely on this lighthouse?"}`,
  `Evidence: SCN-every-twelve-seconds, lines 14-16: ${ASKED}`,
  `Evidence:\n> Does anybody out there rely on this lighthouse?\n(${TWELVE}:15)`,
  `He asks ${ASKED} (${TWELVE}:15).`,
  `${TWELVE}:15 says ${ASKED}.`,
  `- ${TWELVE}:15: ${ASKED}`,
  `He asks ‹Does anybody out there rely on this lighthouse?› (${TWELVE}:15).`,
  `He asks 「Does anybody out there rely on this lighthouse?」 (${TWELVE}:15).`,
  `| ${TWELVE}:15 | ${ASKED} |`,
  `In ${TWELVE}: ${ASKED} (line 15)`,
  `He asks:\n\n> Does anybody out there rely on this lighthouse?\n\n(${TWELVE}:15)`,
  `He asks ${ASKED} (receipt ${SEARCH}).`,
])('a quote and its place are read in this form, and a word or a line that is wrong in it is found: %s', async text => {
  expect(await codes(text)).toEqual(['verified'])
  expect((await codes(text.replace('rely on', 'count on')))[0] ?? 'quote_not_found').toBe('quote_not_found')
  const moved = text.replace(/\b1[45]\b/g, '19').replace('19-16', '19-20')
  if (moved !== text) expect((await codes(moved))[0] ?? 'quote_wrong_line').toBe('quote_wrong_line')
})

test.each([
  'Write "the key hangs in the box" into notes.md.',
  'Change "one two three" to "four five six" in src/a.ts:12.',
  'It is 12:30, e.g. in "the middle of the day" (see Node.js).',
  '```\n"hello big world" (main.ts:1)\n```',
  'He said "nothing of the kind" (and left).',
])('what only looks like a citation is none: %s', async text => {
  expect((await check(text)).report).toMatchObject({ verdict: null, coverage: { citations: 0 }, findings: [] })
})

test('several citations of a line are checked one by one, and the weakest decides', async () => {
  const { report } = await check(`So.\n\nEvidence: ${ASKED} (${TWELVE}:15); "He liked letters." (${TWELVE}:25)`)
  expect([report.verdict, report.summary]).toEqual([
    'failed',
    '1 quote verified · 1 quote false · 1 sentence not checked',
  ])
})

test('sentences without a citation are counted, code as little as signs', async () => {
  const text = `# Title\n\nOne. Two "with a. quote" in it. He asks ${ASKED} (${TWELVE}:15).\n\n- item\n\n---\n\n\`\`\`\ncode. more.\n\`\`\``
  expect((await check(text)).report.coverage).toEqual({ citations: 1, verified: 1, unchecked_sentences: 4 })
})

test('a true quote in the wrong line or the wrong file is told where it stands', async () => {
  const because = async (place: string): Promise<string | undefined> =>
    (await check(`He asks.\nEvidence: ${ASKED} (${place})`)).faults[0]?.because
  expect(await because(`${TWELVE}:17`)).toBe(`It stands in ${TWELVE}:15, not in line 17.`)
  expect(await because(`${OFFICE}:15`)).toBe(`These words do not stand in ${OFFICE}. They stand in ${TWELVE}:15.`)
})

test('an omission leaves out a stretch of the same place, and no word or two', async () => {
  const text = `The lamp is not red at all.\n${'It rains.\n'.repeat(12)}The door is blue.\n`
  const sources = sourcesOf(new Map([['a.md', text]]), [readReceipt('a.md', text)])
  const cite = (quote: string, lines: string): Promise<readonly string[]> =>
    codes(`So.\nEvidence: "${quote}" (a.md:${lines})`, { sources: () => sources })
  expect(await cite('The lamp is … door is blue.', '1-14')).toEqual(['verified'])
  expect(await cite('The lamp is … door is blue.', '1')).toEqual(['quote_wrong_line'])
  expect(await cite('The lamp is … red at all', '1')).toEqual(['quote_not_found'])
})

test('a receipt is one of this session that verifies, of the tool and the file that are named', async () => {
  const line = (receipt: string): Promise<readonly string[]> =>
    codes(`He asks.\nEvidence: ${ASKED} (${TWELVE}:15, receipt ${receipt})`)
  expect(await line(SEARCH)).toEqual(['verified'])
  expect(await line(receiptId('forged'))).toEqual(['receipt_invalid'])
  expect(await line('rcpt_0123456789abcdef01234567')).toEqual(['receipt_unknown'])
  expect(await line(`${SEARCH.slice(0, 9)}\u{200b}${SEARCH.slice(9, -1)}`)).toEqual(['receipt_unknown'])
  expect(await line(receiptId(`read ${OFFICE}`))).toEqual(['receipt_elsewhere'])
  const tool = (name: string): Promise<readonly string[]> =>
    codes(`It was looked for.\nEvidence: checked with ${name}, receipt ${SEARCH}`)
  expect([await tool('file_search'), await tool('file_list'), await tool('no_such_tool')]).toEqual([
    ['verified'],
    ['receipt_elsewhere'],
    ['receipt_elsewhere'],
  ])
  expect(await codes('rcpt_1 is not in my list.', { asked: 'What is rcpt_1?' })).toEqual([])
})

test('a quote of what a tool returned is looked up in its receipt', async () => {
  const page = receiptOf('page', { tool_id: 'web_fetch', text: 'The tower was built in 1871.' })
  const long = receiptOf('long', { tool_id: 'web_fetch', text: `${'word '.repeat(900)}The end.` })
  const sources = sourcesOf(new Map(), [page, long])
  const cite = (quote: string, of: string): Promise<readonly string[]> =>
    codes(`So.\nEvidence: "${quote}" (receipt ${receiptId(of)})`, { sources: () => sources })
  expect(await cite('built in 1871', 'page')).toEqual(['verified'])
  expect(await cite('built in 1872', 'page')).toEqual(['quote_not_found'])
  expect(await cite('It is over now', 'long')).toEqual(['unbacked'])
})

test('a search in vain is made again, in the files that it names, and backed by what was read or searched', async () => {
  const scope = (line: string, sources = all()): Promise<readonly string[]> =>
    codes(`No.\nEvidence: ${line}`, { sources: () => sources })
  for (const place of [TWELVE, 'Story/Scenes', 'Story', 'Story/**/*.md', '.', 'all files'])
    expect([place, await scope(`checked ${place} for "dragon", found none`)]).toEqual([place, ['verified']])
  expect(await scope('checked Story for "dragons" and "dragon"')).toEqual(['verified'])
  expect(await scope('checked Story/Scenes for "boot", found none')).toEqual(['absence_false'])
  expect(await scope('checked Nowhere for "dragon", found none')).toEqual(['scope_unknown'])
  expect(await scope('checked Story for "dragon", found none', sourcesOf(manuscript, []))).toEqual(['unbacked'])
  const other = receiptId('list Story/Scenes')
  expect(await scope(`checked Story for "dragon", found none, receipt ${other}`)).toEqual(['receipt_elsewhere'])
  const deaf: EvidenceSources = { ...all(), readFile: () => Promise.resolve(fail('path_blocked', 'No.')) }
  expect(await scope('checked . for "dragon", found none', deaf)).toEqual(['absence_unsearched'])
})

test('pages that were read one after the other back a quote across them', async () => {
  const text = manuscript.get(TWELVE) ?? ''
  const [first, second] = [readReceipt(TWELVE, text, [1, 15]), readReceipt(TWELVE, text, [16, 43])]
  const reply = `They talk.\nEvidence: ${ASKED.slice(0, -1)} There's a man at Wexcombe" (${TWELVE}:15-17)`
  expect(await verdictOf(reply, sourcesOf(manuscript, [first, second]))).toBe('verified')
  expect(await verdictOf(reply, sourcesOf(manuscript, [first]))).toBe('unbacked')
})

test('a file that has changed since is stale, also if the words are gone, but not if they never stood there', async () => {
  const old = 'The lamp is red.\nThe door is blue.\n'
  const after = (now: string, words: string): Promise<string | null> =>
    verdictOf(`So it is.\nEvidence: "${words}" (a.md)`, sourcesOf(new Map([['a.md', now]]), [readReceipt('a.md', old)]))
  expect(await after(old, 'The lamp is red.')).toBe('verified')
  expect(await after(`${old}More.\n`, 'The lamp is red.')).toBe('stale')
  expect(await after('All is new here.\n', 'The lamp is red.')).toBe('stale')
  expect(await after('All is new here.\n', 'The lamp is green.')).toBe('failed')
})

test('a quote that reaches into what is hidden from tools cannot be verified, what stands beside it can', async () => {
  const key = `-----BEGIN KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(40)}-----END KEY-----`
  const text = `name: tower\npassword: hunter2-and-more # for the gate\n${key}\nend\n`
  const redact = (lines: string): string =>
    lines.replaceAll('hunter2-and-more', '[REDACTED:password#0011aabb]').replace(key, '[REDACTED:key]')
  const plain = sourcesOf(new Map([['a.env.md', text]]), [readReceipt('a.env.md', text)])
  const told = (words: string, sources: EvidenceSources = { ...plain, redact }): Promise<readonly string[]> =>
    codes(`It says so.\nEvidence: "${words}" (a.env.md)`, { sources: () => sources })
  expect(await told('password: hunter2-and-more')).toEqual(['quote_unverifiable'])
  expect(await told('hunter2-and-more # for')).toEqual(['quote_unverifiable'])
  expect(await told('password: [REDACTED:password#0011aabb] # for')).toEqual(['quote_unverifiable'])
  expect(await told('MIIEvQIBADANBgkqhkiG9w0BAQEFAASC')).toEqual(['quote_unverifiable'])
  expect(await told('# for the gate')).toEqual(['verified'])
  expect(await told('password: hunter2-and-more', plain)).toEqual(['verified'])
})

test('a write, or a read that showed nothing, backs no quote by naming the file', async () => {
  const text = 'One line only.\n'
  const ref = { path: 'a.md', start_line: null, end_line: null, sha256: sha256(text) }
  const past = receiptOf('past the end', { file_refs: [ref], text: '[no such lines: the file has 1 line]' })
  const sources = sourcesOf(new Map([['a.md', text]]), [past])
  expect(await verdictOf('It says so.\nEvidence: "One line only." (a.md:1)', sources)).toBe('unbacked')
})

test('a call that did not succeed is no proof, but its receipt is one of this session', async () => {
  const error = { code: 'file_not_found', category: 'PermanentFailure' }
  const failed = receiptOf('failed', { outputs: { text: '', truncated: false, error } })
  expect(await verdictOf(`It failed (${receiptId('failed')}).`, sourcesOf(manuscript, [failed]))).toBe('unbacked')
})

test('what is delivered keeps its joined emoji; a second line that hides in them is found', async () => {
  const line = `Evidence: ${ASKED} (${TWELVE}:15)`
  const family = '\u{1f469}\u{200d}\u{1f467} So.'
  expect((await check(`${family}\n${line}`)).text).toBe(family)
  const twice = `So.\n${line}\n${line.replace('Evi', 'Evi\u{200b}')}`
  expect((await check(twice, { contract: {} })).faults.map(({ code }) => code)).toEqual(['line_multiple'])
})

test('nothing is opened for an answer that cites nothing', async () => {
  const sources = (): EvidenceSources => {
    throw new Error('opened')
  }
  expect((await check("It's a plain answer, isn't it?", { sources })).report.summary).toBe(
    'nothing cited · 1 sentence not checked',
  )
})

test.each([
  'The case.\n\n## Evidence\n\nThe knife was found in the garden.\nIt had no prints.\n\n## Verdict\n\nGuilty.',
  'There are three points.\n\nEvidence: historians do not agree on this at all.\n\nThat is it.',
  'Use this:\n\n```yaml\nrules:\n  evidence: required\n  other: 1\n```',
  'A line looks so:\n\n```\nEvidence: "so it is" (a.md:1)\n```',
  'Pros:\n- Argument: good\n- Evidence: weak\n- Style: fine',
  '**Evidence**\nThe study was small.',
])('in chat nothing is taken out of an answer for the word "evidence" alone: %s', async text => {
  const { faults, report, text: shown } = await check(text)
  expect([shown, faults, report.verdict]).toEqual([text, [], null])
})

test('in chat an Evidence line that cites something, says none or asks for access is taken out', async () => {
  for (const line of [`${ASKED} (${TWELVE}:15)`, 'none', 'ACCESS_REQUEST private.md', `checked ${TWELVE}`])
    expect([line, (await check(`So.\n\nEvidence: ${line}`)).text]).toEqual([line, 'So.'])
})

test('beside a quote in chat a file that nobody had cannot be told; one that was read and has gone is missing', async () => {
  const quote = '"The lamp is red." (gone.md:1)'
  const gone = sourcesOf(manuscript, [readReceipt('gone.md', 'The lamp is red.\n')])
  const told = async (text: string, sources = all()): Promise<readonly unknown[]> => {
    const { report, faults } = await check(text, { sources: () => sources })
    return [report.verdict, ...report.findings.map(({ code }) => code), faults.length]
  }
  expect(await told(`It says ${quote}.`)).toEqual(['unbacked', 'file_unknown', 0])
  expect(await told(`It says ${quote}.`, gone)).toEqual(['failed', 'file_missing', 1])
  expect(await told(`So.\nEvidence: ${quote}`)).toEqual(['failed', 'file_missing', 1])
  expect(await told(`It says "The lamp is red." (${TWELVE}).`)).toEqual([null, 0])
  expect(await told(`It says ${ASKED} (${TWELVE}).`)).toEqual(['verified', 'verified', 0])
})

test('a path means the file that is called so, before one of the same name in a folder that was read', async () => {
  const inFolder = 'The lamp is red.\n'
  const files = new Map([
    ['notes.md', 'The lamp is blue.\n'],
    ['a/notes.md', inFolder],
  ])
  const cite = (words: string, place: string): Promise<readonly string[]> =>
    codes(`It says "${words}" (${place}:1).`, {
      sources: () => sourcesOf(files, [readReceipt('a/notes.md', inFolder)]),
    })
  expect(await cite('The lamp is red.', 'notes.md')).toEqual(['quote_not_found'])
  expect(await cite('The lamp is blue.', 'notes.md')).toEqual(['unbacked'])
  expect(await cite('The lamp is red.', 'a/notes.md')).toEqual(['verified'])
  files.delete('notes.md')
  expect(await cite('The lamp is red.', 'notes.md')).toEqual(['verified'])
})

test('what is past a limit is never taken for checked: under a contract it is a fault, in chat it is counted', async () => {
  const place = `${TWELVE}:15`
  const quotes = `${`He asks ${ASKED} (${place}). `.repeat(200)}He says "It was never lit at all." (${place}).`
  const line = `Evidence: ${`${ASKED} (${place}); `.repeat(200)}"It was never lit at all." (${place})`
  const end = `${'It rained. '.repeat(20_000)}He says "It was never lit at all." (${place}).`
  for (const [text, left] of [
    [quotes, '1 citation not checked'],
    [line, '1 citation not checked'],
    [`He asks ${ASKED} (${place}). ${end}`, '1 citation not checked'],
  ] as const) {
    const { report, faults } = await check(text)
    expect([report.summary.includes(left), report.verdict, faults]).toEqual([true, 'unbacked', []])
    const owed = await check(`${text}\n\n${text === line ? '' : `Evidence: ${ASKED} (${place})`}`, { contract: {} })
    expect(owed.faults.map(({ code }) => code)).toEqual(['citations_too_many'])
  }
})

test('a quote that stands in the answer and again in its Evidence line is one citation', async () => {
  const { report } = await check(`It says ${ASKED} (${TWELVE}:15).\n\nEvidence: ${ASKED} (${TWELVE}:15)`)
  expect([report.coverage, report.summary]).toEqual([
    { citations: 1, verified: 1, unchecked_sentences: 0 },
    '1 quote verified',
  ])
})
