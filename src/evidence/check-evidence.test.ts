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
import { fail, sha256, succeed } from '../core/index.ts'
import {
  type EvidenceReport,
  type EvidenceRequest,
  type EvidenceSources,
  bucketOf,
  checkEvidence,
  needsNoCheck,
} from './index.ts'

const TWELVE = 'Story/Scenes/SCN-every-twelve-seconds.md'
const OFFICE = 'Story/Scenes/SCN-the-harbour-office.md'
const BIBI = 'Compendium/Characters/CHAR-bibi-lund.md'
const OUTLINE = 'Story/SCN-outline.md'
const ASKED = '"Does anybody out there rely on this lighthouse?"'

const all = (): EvidenceSources => SESSIONS['all']?.() ?? sourcesOf(manuscript, [])
const check = (text: string, given: Partial<EvidenceRequest> = {}): Promise<EvidenceReport> =>
  checkEvidence({ text, required: true, toolNames: TOOL_NAMES, turnReceipts: [], sources: all(), ...given })
const codes = async (text: string, given?: Partial<EvidenceRequest>): Promise<readonly string[]> =>
  (await check(text, given)).findings.map(({ code }) => code)

test('a true quote is verified: where it stands, by which receipt, the answer without the line, and a short mark', async () => {
  expect(await check(`He asks whether it is needed.\n\nEvidence: ${ASKED} (${TWELVE}:15)`)).toEqual({
    verdict: 'verified',
    findings: [
      {
        claim: ASKED,
        holds: true,
        code: 'verified',
        because: `It stands in ${TWELVE}:15, as read.`,
        file: TWELVE,
        lines: [15, 15],
        receipt: receiptId('search lighthouse'),
      },
    ],
    text: 'He asks whether it is needed.',
    mark: `✓ ${TWELVE}:15 "Does anybody out there rely on this…"`,
    abstained: false,
  })
})

test('[EVID-01] none is too few and two are too many', async () => {
  const line = `Evidence: ${ASKED} (${TWELVE}:15)`
  expect(await codes('He asks whether it is needed.')).toEqual(['line_missing'])
  expect(await codes(`He asks.\n${line}\n${line}`)).toEqual(['line_multiple'])
  expect(await codes(`He asks.\n${line}`)).toEqual(['verified'])
  expect(await codes('He asks whether it is needed.', { required: false })).toEqual([])
  expect(await codes(`Line 15 of ${TWELVE} says ${ASKED}`)).toEqual(['verified', 'line_missing'])
})

test.each([
  'Evidence:',
  '**Evidence:**',
  '__Evidence:__',
  '**Evidence**:',
  'EVIDENCE:',
  'Evidence -',
  '- **Evidence:**',
  '### Evidence\n',
])('[EVID-02] the line may begin with %s', async label => {
  expect(await codes(`He asks.\n${label} ${ASKED} (${TWELVE}:15)`)).toEqual(['verified'])
  expect(await codes(`He asks.\n${label} "Does anybody need this lighthouse at all?" (${TWELVE}:15)`)).toEqual([
    'quote_not_found',
  ])
})

test('[EVID-03] the source must exist, or access to it must be asked for', async () => {
  expect(await codes(`He asks.\nEvidence: ${ASKED} (Story/Scenes/SCN-missing.md:15)`)).toEqual(['file_missing'])
  expect(await codes(`He asks.\nEvidence: ${ASKED}`)).toEqual(['file_unnamed'])
  expect(await codes('I have to see it first.\nEvidence: ACCESS_REQUEST Story/private.md')).toEqual([
    'access_requested',
  ])
  expect(await codes('I have to see it first.\nEvidence: ACCESS_REQUEST')).toEqual(['scope_missing'])
})

test('[EVID-04] what is said about contents needs a quote', async () => {
  expect(await codes(`Bibi is left-handed.\nEvidence: ${BIBI}`)).toEqual(['quote_missing'])
  expect(await codes(`Bibi is left-handed.\nEvidence: ${BIBI} line 6`)).toEqual(['quote_missing'])
  expect(await codes(`Bibi is left-handed.\nEvidence: "a" (${BIBI}:6)`)).toEqual(['quote_too_short'])
  expect(await codes(`Bibi is left-handed.\nEvidence: "Left-handed." (${BIBI}:6)`)).toEqual(['verified'])
})

test('[EVID-05] what is said about structure needs a line or a section, and it must be the right one', async () => {
  expect(await codes(`The outline has a fifth scene.\nEvidence: ${OUTLINE}`)).toEqual(['location_missing'])
  expect(await codes(`Scene 2 has Ruben's point of view.\nEvidence: ${OUTLINE} line 9`)).toEqual(['verified'])
  expect(await codes(`Scene 2 has Ruben's point of view.\nEvidence: ${OUTLINE} line 13`)).toEqual(['location_wrong'])
  expect(await codes(`Scene 2 has Ruben's point of view.\nEvidence: ${OUTLINE} line 900`)).toEqual(['location_wrong'])
  expect(await codes(`The outline plans Scene 5.\nEvidence: ${OUTLINE}, section "Scene 5: Shown to the Sea"`)).toEqual([
    'verified',
  ])
  expect(await codes(`The outline plans Scene 6.\nEvidence: ${OUTLINE}, section "Scene 6: The Return"`)).toEqual([
    'location_wrong',
  ])
})

test('[EVID-06] what is said to be missing needs a scope, and the scope is searched', async () => {
  expect(await codes('Dragons are never mentioned.\nEvidence: no mention of dragons.')).toContain('scope_missing')
  expect(await codes('Dragons are never mentioned.\nEvidence: checked scenes 1–3 for "dragon", found none')).toEqual([
    'verified',
    'verified',
  ])
  const { verdict, findings } = await check(
    'Hal is never mentioned.\nEvidence: checked scenes 1–3 for "Hal", found none',
  )
  expect(verdict).toBe('failed')
  expect(findings[0]).toMatchObject({
    code: 'absence_false',
    because: `"Hal" stands in ${OFFICE}:27.`,
    file: OFFICE,
    lines: [27, 27],
  })
})

test.each([
  ['Scene 3 never mentions the boat.', 'verified'],
  ['Scene 3 never mentions the boots.', 'absence_false'],
  ['No scene mentions a submarine.', 'verified'],
  ['No scene mentions a wheelbarrow.', 'absence_false'],
  ['"Halfway" does not appear in Scene 3.', 'verified'],
  ['Nothing in Compendium/Locations mentions Carly.', 'verified'],
  ['There are no lorries in the scenes.', 'absence_false'],
  ['May is not mentioned in scene 3.', 'verified'],
  ['The outline contains no mention of Wexcombe.', 'verified'],
  ['Scene 4 never mentions the deed.', 'absence_false'],
  ['Scene 4 never mentions shortbread.', 'verified'],
  ['Neither of the characters is mentioned in Story/Scenes/*.md by that nickname.', undefined],
])('absence, word by word and whatever the case: %s', async (sentence, expected) => {
  expect(await codes(sentence, { required: false })).toEqual(expected === undefined ? [] : [expected])
})

test('[EVID-07] a quote that differs by one word is not found, and the nearest line is told', async () => {
  const { verdict, findings } = await check(
    `He asks.\nEvidence: "Does anybody out there rely on this lamp?" (${TWELVE}:15)`,
  )
  expect([verdict, findings[0]?.code, bucketOf(findings[0]?.code ?? 'verified')]).toEqual([
    'failed',
    'quote_not_found',
    'quote_not_found',
  ])
  expect(findings[0]?.because).toContain(
    `The nearest is ${TWELVE}:15: "\\"Does anybody out there rely on this lighthouse?\\""`,
  )
})

test('a true quote in the wrong line or the wrong file is told where it stands', async () => {
  const [line] = (await check(`He asks.\nEvidence: ${ASKED} (${TWELVE}:17)`)).findings
  expect(line).toMatchObject({ code: 'quote_wrong_line', because: `It stands in ${TWELVE}:15, not in line 17.` })
  const [file] = (await check(`He asks.\nEvidence: ${ASKED} (${OFFICE}:15)`)).findings
  expect(file).toMatchObject({
    code: 'quote_not_found',
    because: `It does not stand in ${OFFICE}, but in ${TWELVE}:15.`,
  })
})

test('[EVID-08] each role cites its own sources', async () => {
  const scene = `He asks.\nEvidence: ${ASKED} (${TWELVE}:15)`
  const outline = `Two scenes are planned.\nEvidence: "Scenes 1 to 3 are drafted; 4 and 5 are planned." (${OUTLINE}:3)`
  const card = `She is thirteen.\nEvidence: "Thirteen; her birthday is in May." (${BIBI}:3)`
  const verdicts = async (role: string): Promise<readonly string[]> =>
    Promise.all([scene, outline, card].map(async text => (await check(text, { role })).verdict))
  expect(await verdicts('planner')).toEqual(['failed', 'verified', 'failed'])
  expect(await verdicts('writer')).toEqual(['verified', 'failed', 'failed'])
  expect(await verdicts('continuity')).toEqual(['verified', 'failed', 'verified'])
  expect(await verdicts('chief')).toEqual(['verified', 'verified', 'verified'])
  expect(await codes(scene, { role: 'planner' })).toEqual(['verified', 'source_wrong'])
})

test('[EVID-09] a receipt that is named must be one of this session', async () => {
  const line = (id: string): string => `He asks.\nEvidence: ${ASKED} (${TWELVE}:15, receipt ${id})`
  expect(await codes(line(receiptId('search lighthouse')))).toEqual(['verified'])
  expect(await codes(line('rcpt_0123456789abcdef01234567'))).toEqual(['receipt_unknown', 'verified'])
  expect((await check(line('rcpt_0123456789abcdef01234567'))).verdict).toBe('failed')
  expect(await codes(line(receiptId('forged')))).toContain('receipt_invalid')
  expect((await check(line(receiptId(`read ${BIBI}`)))).verdict).toBe('failed')
})

test('[EVID-10] an opening that thinks aloud is rejected', async () => {
  const line = `Evidence: ${ASKED} (${TWELVE}:15)`
  for (const opening of [
    'We need to find the question. He asks.',
    'Okay, the user wants the question.',
    'Let me check the scene. He asks.',
    '<think>hm</think>He asks.',
  ])
    expect([opening, await codes(`${opening}\n${line}`)]).toEqual([opening, ['cot_leak']])
  for (const opening of [
    'First, the lamp is lit; then he asks.',
    "Let's say it plainly: he doubts it.",
    'I will read the file once you allow it.',
  ])
    expect([opening, await codes(opening, { required: false })]).toEqual([opening, []])
})

test('[EVID-11] a call written as text is rejected, a tool that is named is not', async () => {
  for (const text of [
    '{"tool":"file_read","args":{"path":"a"},"nonce":"n"}',
    'Sure.\n```json\n{"name":"file_list","arguments":{}}\n```',
    'file_read(path="a.md")',
    '<tool_call>{}</tool_call>',
  ])
    expect([text, await codes(text, { required: false })]).toEqual([text, ['tool_syntax']])
  for (const text of [
    'You can call file_read with a path.',
    '```json\n{"name":"countersign","version":"1.0.0"}\n```',
    'Use `file_search` for that.',
  ])
    expect([text, await codes(text, { required: false })]).toEqual([text, []])
})

test('[EVID-12] whoever abstains is asked for nothing', async () => {
  const report = await check('ABSTAIN')
  expect(report).toEqual({ verdict: 'verified', findings: [], text: 'ABSTAIN', mark: undefined, abstained: true })
  expect(needsNoCheck(report)).toBe(true)
  expect(await codes('I abstain from the age, but she is thirteen.')).toEqual(['line_missing'])
})

test('[EVID-13] the first phase of a conference expects no line', async () => {
  expect(await codes('{"tool":"file_read","args":{"path":"a"},"nonce":"n"}', { phase: 1 })).toEqual([])
  expect(await codes('She is thirteen.', { phase: 1 })).toEqual([])
  expect(await codes('She is thirteen.', { phase: 2 })).toEqual(['line_missing'])
})

test('[RCPT-08] a reply that says it used tools and names an unknown receipt is rejected, in chat as well', async () => {
  expect(await codes('I searched the scenes; see rcpt_ffffffffffffffffffffffff.', { required: false })).toEqual([
    'receipt_unknown',
  ])
})

test('[GAPS-03] a claim of tool use without any receipt is rejected where no line is asked for', async () => {
  const none = { required: false, sources: sourcesOf(manuscript, []) }
  expect(await codes('I checked the outline, and scene 4 is missing.', none)).toEqual(['tool_claim_unbacked'])
  expect(await codes('I checked the outline, and scene 4 is missing.', { required: false })).toEqual([])
  expect(await codes("I've updated Story/SCN-outline.md.", { required: false })).toEqual(['tool_claim_unbacked'])
  expect(await codes('I can check the outline for you.', none)).toEqual([])
})

test('a call that failed backs no claim', async () => {
  const failed = receiptOf('failed', {
    outputs: { text: '', truncated: false, error: { code: 'file_not_found', category: 'PermanentFailure' } },
  })
  expect(
    await codes('I read the outline for you.', { required: false, sources: sourcesOf(manuscript, [failed]) }),
  ).toEqual(['tool_claim_unbacked'])
})

test('[STRICT-23] the four rules of prompt hygiene are told apart', async () => {
  const none = { sources: sourcesOf(manuscript, []) }
  expect(await codes('I ran a search and found two places.', { ...none, required: false })).toEqual([
    'tool_claim_unbacked',
  ])
  expect(await codes('{"tool":"file_search","args":{"query":"Hal"},"nonce":"n"}')).toEqual(['tool_syntax'])
  expect(await codes('She is thirteen.')).toEqual(['line_missing'])
  const listed = 'There are three scenes.\nEvidence: checked with file_list'
  expect(await codes(listed)).toEqual(['receipt_missing'])
  expect(await codes(`${listed}, receipt ${receiptId('list Story/Scenes')}`)).toEqual(['verified'])
  expect(await codes(listed, none)).toContain('tool_claim_unbacked')
})

test('[GAPS-01] a quote outside the lines that were read is true but unbacked', async () => {
  const text = manuscript.get(TWELVE) ?? ''
  const given = (lines: readonly [number, number]): Partial<EvidenceRequest> => ({
    sources: sourcesOf(manuscript, [readReceipt(TWELVE, text, lines)]),
  })
  const reply = `He asks.\nEvidence: ${ASKED} (${TWELVE}:15)`
  expect((await check(reply, given([1, 14]))).verdict).toBe('unbacked')
  expect((await check(reply, given([15, 15]))).verdict).toBe('verified')
  expect((await check(reply, { sources: sourcesOf(manuscript, []) })).verdict).toBe('unbacked')
})

test('pages that were read one after the other back a quote across them', async () => {
  const text = manuscript.get(TWELVE) ?? ''
  const [first, second] = [readReceipt(TWELVE, text, [1, 15]), readReceipt(TWELVE, text, [16, 43])]
  const reply = `They talk.\nEvidence: ${ASKED.slice(0, -1)} There's a man at Wexcombe" (${TWELVE}:15-17)`
  expect((await check(reply, { sources: sourcesOf(manuscript, [first, second]) })).verdict).toBe('verified')
  expect((await check(reply, { sources: sourcesOf(manuscript, [first]) })).verdict).toBe('unbacked')
})

test('a file that has changed since is stale, also if the words are gone, but not if they never stood there', async () => {
  const old = 'The lamp is red.\nThe door is blue.\n'
  const receipts = [readReceipt('a.md', old)]
  const reply = (words: string): string => `So it is.\nEvidence: "${words}" (a.md)`
  const verdictOf = async (now: string, words: string): Promise<string> =>
    (await check(reply(words), { sources: sourcesOf(new Map([['a.md', now]]), receipts) })).verdict
  expect(await verdictOf(old, 'The lamp is red.')).toBe('verified')
  expect(await verdictOf(`${old}More.\n`, 'The lamp is red.')).toBe('stale')
  expect(await verdictOf('All is new here.\n', 'The lamp is red.')).toBe('stale')
  expect(await verdictOf('All is new here.\n', 'The lamp is green.')).toBe('failed')
})

test('what this session wrote proves nothing', async () => {
  const files = new Map([['notes.md', 'Bibi is left-handed.\n']])
  const sources = sourcesOf(files, [readReceipt('notes.md', 'Bibi is left-handed.\n')], ['notes.md'])
  expect((await check('She is.\nEvidence: "Bibi is left-handed." (notes.md:1)', { sources })).verdict).toBe(
    'self_written',
  )
})

test('a quote that reaches into what was hidden cannot be verified, what stands beside it can', async () => {
  const text = 'name: tower\npassword: hunter2-and-more # for the gate\nend\n'
  const shown = 'name: tower\npassword: [REDACTED:password#0011aabb] # for the gate\nend'
  const [listed] = [readReceipt('a.env.md', text)]
  const receipt = { ...listed, receipt: { ...listed.receipt, outputs: { text: shown, truncated: false as const } } }
  const sources = sourcesOf(new Map([['a.env.md', text]]), [receipt])
  const told = (words: string, given: EvidenceSources = sources): Promise<readonly string[]> =>
    codes(`It says so.\nEvidence: "${words}" (a.env.md)`, { sources: given })
  expect(await told('password: hunter2-and-more')).toEqual(['quote_unverifiable'])
  expect(await told('hunter2-and-more # for')).toEqual(['quote_unverifiable'])
  expect(await told('password: [REDACTED:password#0011aabb] # for')).toEqual(['quote_unverifiable'])
  expect(await told('# for the gate')).toEqual(['verified'])
  const plain = sourcesOf(new Map([['a.env.md', text]]), [listed])
  expect(await told('password: hunter2-and-more', plain)).toEqual(['verified'])
  const redact = (lines: string): string => lines.replaceAll('hunter2-and-more', '[REDACTED:password#0011aabb]')
  expect(await told('password: hunter2-and-more', { ...plain, redact })).toEqual(['quote_unverifiable'])
  expect(await told('# for the gate', { ...plain, redact })).toEqual(['verified'])
})

test('a write, or a read that showed nothing, backs no quote by naming the file', async () => {
  const text = 'One line only.\n'
  const ref = { path: 'a.md', start_line: null, end_line: null, sha256: sha256(text) }
  const past = receiptOf('past the end', {
    inputs: { path: 'a.md', start_line: 99 },
    file_refs: [ref],
    text: '[no such lines: the file has 1 line]',
  })
  const given = { sources: sourcesOf(new Map([['a.md', text]]), [past]) }
  expect((await check('It says so.\nEvidence: "One line only." (a.md:1)', given)).verdict).toBe('unbacked')
})

test('an honest refusal needs no line, and nothing is said to be proved', async () => {
  const report = await check('I could not find it, and I would rather not guess.')
  expect(report).toMatchObject({ verdict: 'verified', findings: [], mark: undefined })
  expect(needsNoCheck(report)).toBe(true)
  expect(needsNoCheck(await check(`He asks.\nEvidence: ${ASKED} (${TWELVE}:15)`))).toBe(false)
})

test('a file that cannot be read is no proof, and an absence is not claimed where a file of the scope cannot be searched', async () => {
  const sources: EvidenceSources = { ...all(), readFile: () => Promise.resolve(fail('path_blocked', 'No.')) }
  expect(await codes(`He asks.\nEvidence: ${ASKED} (${TWELVE}:15)`, { sources })).toEqual(['file_missing'])
  expect(await codes('No file mentions dragons anywhere.', { sources, required: false })).toEqual([
    'absence_unsearched',
  ])
})

test('a quote is checked by what it names: no other file is opened and none is listed', async () => {
  const files = new Map(
    Array.from({ length: 1_000 }, (_, index) => [`notes/note-${index}.md`, `This is note ${index} of many.\n`]),
  )
  const opened: string[] = []
  const base = sourcesOf(files, [readReceipt('notes/note-7.md', files.get('notes/note-7.md') ?? '')])
  const sources: EvidenceSources = {
    ...base,
    readFile: path => {
      opened.push(path)
      return base.readFile(path)
    },
    listFiles: () => Promise.resolve(succeed(opened.splice(0, 0, 'listed'))),
  }
  expect(
    (await check('It says so.\nEvidence: "This is note 7 of many." (notes/note-7.md:1)', { sources })).verdict,
  ).toBe('verified')
  expect(opened).toEqual(['notes/note-7.md'])
})

test('what is said of a file by its bare name needs no list of all files, if that file was read', async () => {
  const files = new Map([['budget.md', 'The roof costs 1,850.\n']])
  const base = sourcesOf(files, [readReceipt('budget.md', files.get('budget.md') ?? '')])
  let listings = 0
  const sources: EvidenceSources = {
    ...base,
    listFiles: folder => {
      listings += 1
      return base.listFiles(folder)
    },
  }
  const said = 'The budget says that the roof is paid for.'
  expect([(await check(said, { sources, required: false })).verdict, listings]).toEqual(['verified', 0])
  const unread = { ...sources, receipts: [] }
  expect([(await check(said, { sources: unread, required: false })).verdict, listings]).toEqual(['failed', 1])
})
