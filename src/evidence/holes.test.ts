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
import { type EvidenceRequest, type EvidenceSources, checkEvidence } from './index.ts'

const TWELVE = 'Story/Scenes/SCN-every-twelve-seconds.md'
const OFFICE = 'Story/Scenes/SCN-the-harbour-office.md'
const BIBI = 'Compendium/Characters/CHAR-bibi-lund.md'
const OUTLINE = 'Story/SCN-outline.md'
const ASKED = '"Does anybody out there rely on this lighthouse?"'

const all = (): EvidenceSources => SESSIONS['all']?.() ?? sourcesOf(manuscript, [])
const none = { sources: sourcesOf(manuscript, []), required: false }
const codes = async (text: string, given: Partial<EvidenceRequest> = {}): Promise<readonly string[]> => {
  const { findings } = await checkEvidence({
    text,
    required: true,
    toolNames: TOOL_NAMES,
    turnReceipts: [],
    sources: all(),
    ...given,
  })
  return findings.map(({ code }) => code)
}

test('a quote without the "not" before it says the opposite and is not found', async () => {
  const quoted = (words: string): Promise<readonly string[]> => codes(`So.\nEvidence: "${words}" (a.md)`, { sources })
  const text = 'He does not ask for help.\nShe does ask for tea.\nHe will never ask for tea.\nIt isn’t a wage.\n'
  const sources = sourcesOf(new Map([['a.md', text]]), [readReceipt('a.md', text)])
  expect(await quoted('ask for help')).toEqual(['quote_not_found'])
  expect(await quoted('does not ask for help')).toEqual(['verified'])
  expect(await quoted('ask for tea')).toEqual(['verified'])
  expect(await quoted('He does … ask for help')).toEqual(['quote_not_found'])
  expect(await quoted('a wage.')).toEqual(['quote_not_found'])
  expect(await codes('So.\nEvidence: he does not "ask for help" (a.md)', { sources })).toEqual(['verified'])
})

test.each([
  ['line fifteen', ['verified']],
  ['line seventeen', ['quote_wrong_line']],
  ['line one hundred and twelve', ['quote_wrong_line']],
  ['the 15th line', ['verified']],
  ['the 17th line', ['quote_wrong_line']],
  ['Zeile 17', ['quote_wrong_line']],
  ['lines 15 and 900', ['quote_wrong_line']],
  ['l. 15', ['verified']],
])('a line may be given in words, and counts as one: %s', async (line, expected) => {
  expect(await codes(`He asks.\nEvidence: ${ASKED} (${TWELVE}, ${line})`)).toEqual(expected)
})

test('parts around an ellipsis that lie far behind the cited line were put together', async () => {
  const text = `The lamp is red.\n${'It rains.\n'.repeat(12)}The door is blue.\n`
  const sources = sourcesOf(new Map([['a.md', text]]), [readReceipt('a.md', text)])
  expect(await codes('So.\nEvidence: "The lamp is … door is blue." (a.md:1)', { sources })).toEqual([
    'quote_wrong_line',
  ])
  expect(await codes('So.\nEvidence: "The lamp is … door is blue." (a.md:1-14)', { sources })).toEqual(['verified'])
})

test('whatever is called a receipt must be one, in any case and spelling', async () => {
  const id = receiptId(`read ${BIBI}`)
  const line = (receipt: string): Promise<readonly string[]> =>
    codes(`So.\nEvidence: "Left-handed." (${BIBI}:6, ${receipt})`)
  expect(await line(`receipt ${id}`)).toEqual(['verified'])
  for (const other of [
    id.toUpperCase(),
    id.replace('_', '-'),
    `${id.slice(0, 9)}\u{200b}${id.slice(9, -1)}`,
    '#4711',
    'receipt_12345678',
  ])
    expect([other, await line(`receipt ${other}`)]).toEqual([other, ['receipt_unknown', 'verified']])
  expect(await codes('I have a receipt for that, number 20261115-3.', none)).toContain('receipt_unknown')
  expect(await codes('Keep the receipt of your last order.', none)).toEqual([])
})

test('what nobody sees hides nothing: a second line, a receipt, a label', async () => {
  const line = `Evidence: "Thirteen; her birthday is in May." (${BIBI}:3)`
  expect(await codes(`So.\n${line}\n${line.replace('Evi', 'Evi\u{200b}')}`)).toEqual(['line_multiple'])
  expect(await codes(`So.\n${line.replace('birth', 'birth\u{ad}')}`)).toEqual(['verified'])
  const family = '\u{1f469}\u{200d}\u{1f467} So.'
  const { text } = await checkEvidence({
    text: `${family}\n${line}`,
    required: true,
    toolNames: [],
    turnReceipts: [],
    sources: all(),
  })
  expect(text).toBe(family)
})

test.each([
  ['The outline lists six scenes.', true],
  ['The outline lists five scenes.', false],
  ['There are four scene files.', true],
  ['There are three scene files.', false],
  ['Hal is mentioned five times in scene 3.', true],
  ['Hal is mentioned twice in scene 3.', false],
  ['All three scenes mention Hal.', true],
  ['All three scenes mention Ruben.', true],
  ['All three scenes mention the light.', false],
  ['Two scenes mention shortbread.', false],
  [`${TWELVE} has 80 lines.`, true],
  [`${TWELVE} has 43 lines.`, false],
  ['Hal is mentioned about five times in scene 3.', false],
  ['If Hal were mentioned five times in scene 3, I would cut him.', false],
])('what can be counted is counted again: %s', async (sentence, isWrong) => {
  expect(await codes(sentence, { required: false })).toEqual(isWrong ? ['count_wrong'] : [])
})

test('"all three scenes" and "the ten files" say how many, not which; the last two are the last two', async () => {
  const given = { required: false }
  expect(await codes('None of the three scenes mentions a wheelbarrow.', given)).toContain('absence_false')
  expect(await codes('None of the ten files mentions a wheelbarrow.', given)).toContain('absence_false')
  expect(await codes('The last two scenes never mention Hal.', given)).toContain('absence_false')
  expect(await codes('The first two scenes never mention Hal.', given)).toEqual(['verified'])
})

test('a denial in words that no frame knows is caught if it is false, and left alone if not', async () => {
  const given = { required: false }
  for (const untrue of [
    'One looks about scene 2 and finds no torch.',
    'Hal stays unnamed throughout scene 3.',
    'In scene 3, nobody is called Hal.',
  ])
    expect([untrue, await codes(untrue, given)]).toEqual([untrue, ['absence_false']])
  for (const fine of [
    'In scene 1, nobody is called Hal.',
    'Nobody in scene 3 is happy.',
    'I would not cut Hal from scene 3.',
  ])
    expect([fine, await codes(fine, given)]).toEqual([fine, []])
})

test('reading files backs no sending, running or browsing', async () => {
  const given = { required: false }
  for (const claim of [
    'I ran the test suite and it passed.',
    'I searched the web for it.',
    "I've emailed the summary to Anneke.",
  ])
    expect([claim, await codes(claim, given)]).toEqual([claim, ['tool_claim_unbacked']])
  const run = receiptOf('run', { tool_id: 'shell_run', inputs: { command: 'npm test' }, text: 'ok' })
  expect(
    await codes('I ran the test suite and it passed.', { ...given, sources: sourcesOf(manuscript, [run]) }),
  ).toEqual([])
})

test('words put into the mouth of somebody in the files are looked for, those of others are not', async () => {
  const line = `Evidence: "There isn't a column." (${OFFICE}:35)`
  expect(await codes(`Ruben says: "It is two hundred years old, that rule."\n${line}`)).toContain('quote_not_found')
  expect(await codes(`Ruben says: "It's a hundred and fifty years old."\n${line}`)).toEqual(['verified', 'verified'])
  expect(await codes(`Chekhov said that "a gun on the wall must be fired in the end".\n${line}`)).toEqual(['verified'])
})

test("a point of view is that of the cited heading, and a scene is that of the cited heading's number", async () => {
  expect(await codes(`Scene 2 has Bibi's point of view.\nEvidence: ${OUTLINE}:9`)).toEqual(['location_wrong'])
  expect(await codes(`Scene 2 has Ruben's point of view.\nEvidence: ${OUTLINE}:9`)).toEqual(['verified'])
  expect(await codes(`Scene 4 is told by Bibi.\nEvidence: ${OUTLINE}:13`)).toEqual(['location_wrong'])
})

test('an answer that is too long to be looked through is withheld, and at once', async () => {
  const started = performance.now()
  for (const piece of ['"', 'I ran it. ', '“', '… ', 'Evidence: '])
    expect(await codes(piece.repeat(Math.ceil(1_000_000 / piece.length)))).toEqual(['claims_too_many'])
  expect(performance.now() - started).toBeLessThan(1_000) // some 10 ms here; it is not read at all
})

test.each([
  ['I dug through the cards and found two ages.', 'Dig through the cards and you will find two ages.'],
  ['Search complete, two matches.', 'When the search is complete, tell me.'],
  ['A quick look at the folder shows three files.', 'A quick look at the folder would show it.'],
  ['The edits are in the file now.', 'The edits could go into the file.'],
  ['I got the card open and checked it.', 'She got the letter open and read it.'],
  ['Ich habe die Szenen durchsucht.', 'Ich kann die Szenen durchsuchen.'],
  ["J'ai vérifié dans le fichier.", "Je n'ai pas vérifié."],
  ['He revisado el esquema.', 'No he revisado el esquema.'],
])('a deed without a receipt is told from what is none: %s', async (deed, other) => {
  expect([deed, await codes(deed, none)]).toEqual([deed, ['tool_claim_unbacked']])
  expect([other, await codes(other, none)]).toEqual([other, []])
})
