import { describe, expect, test } from 'vitest'
import { SESSIONS, TOOL_NAMES, manuscript, readReceipt, sourcesOf } from '../../test/evidence-world.ts'
import { type EvidenceRequest, checkEvidence } from './index.ts'
import { mayClaim } from './may-claim.ts'

const TWELVE = 'Story/Scenes/SCN-every-twelve-seconds.md'
const OFFICE = 'Story/Scenes/SCN-the-harbour-office.md'
const OUTLINE = 'Story/SCN-outline.md'
const DORRIT = 'Compendium/Characters/CHAR-dorrit-pask.md'

const fallen = async (
  text: string,
  session: string,
  given: Partial<EvidenceRequest> = {},
): Promise<readonly string[]> => {
  const sources = SESSIONS[session]?.() ?? sourcesOf(manuscript, [])
  const asked = { text, required: false, toolNames: TOOL_NAMES, turnReceipts: [], sources, ...given }
  return (await checkEvidence(asked)).findings.filter(({ holds }) => !holds).map(({ code }) => code)
}
const inAll = (text: string): Promise<readonly string[]> => fallen(text, 'all', { required: true })

describe('[GAPS-03] a plain statement about a place is presumed to come from it', () => {
  test.each([
    ['Looking at the text, the narrator of scene 3 is Bibi.', 'Should the narrator of scene 3 be Bibi?'],
    ['The card and scene 2 disagree about the stairs.', 'If the card and scene 2 disagree, change one.'],
    ['I just re-read scene 3 and love the ending.', 'I would love to re-read scene 3.'],
    [
      'As you can see in line 13 of scene 3, she writes with her right hand.',
      'You told me that she writes with her right hand in scene 3.',
    ],
    ["Bibi's card mentions that her birthday is in May.", "Bibi's card may mention her birthday."],
    ['You have six compendium entries in these files.', 'A good compendium has one entry for each of the files.'],
    ['There are three scene files in Story/Scenes.', 'Should Story/Scenes hold the drafts as well?'],
    ['Ruben is thirty-four, his card says.', 'Ruben could be thirty-four, if his card says so.'],
  ])('if nothing was read: %s', async (statement, other) => {
    expect([statement, await fallen(statement, 'none')]).toEqual([statement, ['tool_claim_unbacked']])
    expect([other, await fallen(other, 'none')]).toEqual([other, []])
    expect(mayClaim(statement, TOOL_NAMES)).toBe(true)
  })

  test('who sends on what the person gave has done something; who only speaks of it has not', async () => {
    expect(await fallen('I uploaded your draft to a shared drive.', 'none')).toEqual(['tool_claim_unbacked'])
    expect(await fallen('I fed your text into a readability checker.', 'none')).toEqual(['tool_claim_unbacked'])
    expect(await fallen('I merged your two questions into one, since the answer is the same.', 'none')).toEqual([])
    expect(await fallen('I hesitated over your second question. Honestly, I wavered.', 'none')).toEqual([])
  })

  test('and what excuses one clause does not excuse the next', async () => {
    expect(await fallen('I would cut it, but scene 2 ends with a crossed-out word.', 'none')).toEqual([
      'tool_claim_unbacked',
    ])
    expect(await fallen('I would cut it, but you should read scene 2 first.', 'none')).toEqual([])
  })

  test('another file that was read does not stand for it, except where it speaks of the scene', async () => {
    expect(await fallen('The outline agrees with scene 2.', 'scenes')).toEqual(['tool_claim_unbacked'])
    const sources = sourcesOf(manuscript, [readReceipt(OUTLINE, manuscript.get(OUTLINE) ?? '')])
    expect(await fallen('Scene 2 takes place on the same evening.', 'none', { sources })).toEqual([])
    expect(await fallen('The opening scene and SCN-the-harbour-office.md agree.', 'none', { sources })).toEqual([
      'tool_claim_unbacked',
    ])
  })

  test('what the person said or pasted is no claim', async () => {
    const pasted = `Here it is: ${'The lamp burned all night. '.repeat(14)}`
    expect(await fallen('All the scenes share one lamp.', 'none')).toEqual(['tool_claim_unbacked'])
    expect(await fallen('All the scenes share one lamp.', 'none', { asked: pasted })).toEqual([])
  })
})

describe('what an answer says of a place is looked up there', () => {
  test.each([
    ['"Anneke" is in scene 3.', '"Carly" is found in scene 3.', 'quote_not_found'],
    ['Scene 1 mentions Wexcombe.', 'Scene 2 mentions Wexcombe.', 'quote_not_found'],
    [
      'I searched for "lighthouse" and found it in scene 3.',
      'I searched for "lighthouse" and found it in scene 2.',
      'quote_not_found',
    ],
    ["Dorrit's card says she is sixty-six.", "Dorrit's card says she is sixty-three.", 'quote_contradicts'],
    ['The outline plans seven scenes.', 'The outline plans five scenes.', 'count_wrong'],
    ['Scene 2 has 43 lines, scene 3 has 61.', 'Scene 2 has 43 lines, scene 3 has 51.', 'count_wrong'],
    [`Her cottage is near (see ${DORRIT}, line 9).`, `Her cottage is near (see ${DORRIT}, line 6).`, 'location_wrong'],
    ['The beet is in line 99 of scene 2.', 'The beet is in line 13 of scene 2.', 'location_wrong'],
    ['Look at line 99 of scene 2.', 'Look at line 13 of scene 2.', 'location_wrong'],
    [
      'The search for "lighthouse" found it in the outline.',
      'The search for "lighthouse" found it in scene 2.',
      'tool_claim_unbacked',
    ],
    [
      'The outline and scene 1 both say "Nobody reads the weather."',
      'Scene 1 says "Nobody reads the weather."',
      'quote_not_found',
    ],
    [
      '> Nobody reads the weather.\n\nThat is from scene 2.',
      '> Nobody reads the weather.\n\nThat is from scene 1.',
      'quote_not_found',
    ],
    [
      'The harbour office card? Not a word about the fryer.',
      'The harbour office card? Not a word about vinegar.',
      'absence_false',
    ],
    ["What's not in scene 1: the wheelbarrow.", "What's not in scene 2: the wheelbarrow.", 'absence_false'],
  ])('%s', async (wrong, right, code) => {
    expect([wrong, await fallen(wrong, 'all')]).toEqual([wrong, [code]])
    expect([right, await fallen(right, 'all')]).toEqual([right, []])
  })

  test('a quote must stand in the place that its sentence names, not anywhere', async () => {
    const line = `Evidence: "crossed it out" (${TWELVE}:43)`
    expect(await inAll(`Scene 2's last words are "looked out of the window".\n\n${line}`)).toEqual(['quote_not_found'])
    expect(await inAll(`Scene 2's last words are "looked at it, and crossed it out".\n\n${line}`)).toEqual([])
  })

  test('a line that an answer names is the one that it cites', async () => {
    const line = `Evidence: "There isn't a column." (${OFFICE}:35)`
    expect(await inAll(`It stands in line 35 of scene 2.\n\n${line}`)).toEqual(['location_wrong'])
    expect(await inAll(`It stands in line 35 of scene 3.\n\n${line}`)).toEqual([])
  })

  test('each row of a table is a sentence of its own, and a name belongs to its row', async () => {
    const table = (second: string): string =>
      `| Scene | POV |\n|---|---|\n| 1 | Dorrit Pask |\n| 2 | ${second} |\n| 3 | Bibi Lund |\n\nEvidence: ${OUTLINE}:5; ${OUTLINE}:9; ${OUTLINE}:13`
    expect(await inAll(table('Ruben Achterberg'))).toEqual([])
    expect(await inAll(table('Bibi Lund'))).toContain('location_wrong')
  })
})

describe('numbers, times and names', () => {
  const line = `Evidence: "Drove the school bus for twenty-six years" (${DORRIT}:5)`
  test('are read whole and may stand elsewhere in the cited file, unless the quote counts the same otherwise', async () => {
    expect(await inAll(`Dorrit is sixty-three.\n\n${line}`)).toEqual([])
    expect(await inAll(`Dorrit is thirteen.\n\n${line}`)).toEqual(['quote_contradicts'])
    expect(await inAll(`Dorrit drove for eleven years.\n\n${line}`)).toEqual(['quote_contradicts'])
    expect(await inAll(`She drove for two dozen years.\n\n${line}`)).toContain('quote_contradicts')
  })

  test('stand in something that was read', async () => {
    const lit = `Evidence: "Lit 17.04." (${TWELVE}:27)`
    expect(await inAll(`It was lit at 17.04 and on the next day at 17.06.\n\n${lit}`)).toEqual([])
    expect(await inAll(`It was lit at 17.04 and on the next day at 17.08.\n\n${lit}`)).toEqual(['quote_missing'])
    expect(await inAll(`It was lit on 11 March.\n\n${lit}`)).toEqual(['quote_missing'])
    expect(await inAll(`**A:** Annemarie Lund lit it.\n\n${lit}`)).toEqual(['quote_missing'])
  })
})

test('a line with a colon belongs to the quote behind it', async () => {
  const line = `Evidence: "One person may not be both hands" (${OFFICE}:39)`
  const said = (number: number): string =>
    `"One person may not be both hands" And line ${number}: "Then it's a rubbish rule."`
  expect(await inAll(`${said(41)}\n\n${line}`)).toEqual([])
  expect(await inAll(`${said(43)}\n\n${line}`)).toEqual(['quote_wrong_line'])
})

test('what is told between two quotes belongs to them', async () => {
  const line = (pane: string): string =>
    `So.\nEvidence: "Well," she said, and went on with the ${pane} pane […] "Then that's what it says." (${TWELVE}:41)`
  expect(await inAll(line('same'))).toEqual([])
  expect(await inAll(line('next'))).toContain('quote_not_found')
})

test('whoever cannot tell may not tell all the same', async () => {
  expect(await inAll("I'm unable to tell from these files, but Anneke's husband left.")).toEqual(['line_missing'])
  expect(await inAll("I'm unable to tell from these files, but you may know.")).toEqual([])
})

test('[RCPT-08] a deed needs a receipt of this session, even if no file is named', async () => {
  for (const deed of ['I checked, and it is fine.', 'I double-checked it.', 'I ran a search and it came up empty.'])
    expect([deed, await fallen(deed, 'none'), await fallen(deed, 'all')]).toEqual([deed, ['tool_claim_unbacked'], []])
})

test('[GAPS-01] words that stand in no file, or in another than the one that is named, prove nothing', async () => {
  expect(await inAll(`He asks.\nEvidence: "Is anybody in need of this lighthouse?" (${TWELVE}:15)`)).toEqual([
    'quote_not_found',
  ])
  expect(await inAll(`He asks.\nEvidence: "Does anybody out there rely on this lighthouse?" (${OFFICE}:15)`)).toEqual([
    'quote_not_found',
  ])
})
