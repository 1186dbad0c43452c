import { expect, test } from 'vitest'
import { SESSIONS, TOOL_NAMES, manuscript, receiptId, sourcesOf } from '../../test/evidence-world.ts'
import { type EvidenceReport, type EvidenceRequest, type EvidenceSources, checkEvidence } from './index.ts'

const TWELVE = 'Story/Scenes/SCN-every-twelve-seconds.md'

const all = (): EvidenceSources => SESSIONS['all']?.() ?? sourcesOf(manuscript, [])
const report = (text: string, given: Partial<EvidenceRequest> = {}): Promise<EvidenceReport> =>
  checkEvidence({ text, required: true, toolNames: TOOL_NAMES, turnReceipts: [], sources: all(), ...given })
const codes = async (text: string): Promise<readonly string[]> => (await report(text)).findings.map(({ code }) => code)

test('[EVID-04] a bare place proves where something stands, not what is said there', async () => {
  expect(await codes(`In scene 2 he falls off the tower.\nEvidence: ${TWELVE}:13`)).toEqual(['quote_missing'])
  expect(await codes(`The scene opens with a storm and a shipwreck.\nEvidence: ${TWELVE}:3`)).toEqual(['quote_missing'])
  expect(await codes(`The torch comes on in line 23.\nEvidence: ${TWELVE}:23`)).toEqual(['verified'])
  expect(await codes(`The torch comes on in line 25.\nEvidence: ${TWELVE}:25`)).toEqual(['location_wrong'])
})

test('[EVID-04] a bare receipt proves that a tool ran and what it returned, and must be one of the tool that is named', async () => {
  const read = receiptId(`read ${TWELVE}`)
  const list = receiptId('list Story/Scenes')
  expect(await codes(`Scene 2 says that Ruben is married.\nEvidence: checked with file_read, receipt ${read}`)).toEqual(
    ['quote_missing'],
  )
  expect(await codes(`There are three scenes.\nEvidence: checked with file_list, receipt ${list}`)).toEqual([
    'verified',
  ])
  expect(await codes(`I listed them.\nEvidence: checked with file_write, receipt ${list}`)).toEqual([
    'receipt_elsewhere',
  ])
})

test('a request for access covers no claim, and its mark is no tick', async () => {
  expect(await codes('Bibi is fifteen.\nEvidence: ACCESS_REQUEST Story/private.md')).toEqual(['quote_missing'])
  const asked = await report('I have to see it first.\nEvidence: ACCESS_REQUEST Story/private.md')
  expect(asked.mark).toBe('? asks for access: Story/private.md')
})

test('[RCPT-08] each thing that is said to be read, searched or changed needs its own receipt', async () => {
  const told = async (text: string, session: string): Promise<string> =>
    (await report(text, { required: false, sources: SESSIONS[session]?.() ?? all() })).verdict
  expect(await told('I read all three scenes and the outline.', 'all')).toBe('verified')
  expect(await told('I read all three scenes and the outline.', 'scenes')).toBe('failed')
  expect(await told('I have read scene 2 in full.', 'scenes')).toBe('verified')
  expect(await told('I have read scene 2 in full.', 'partial')).toBe('failed')
  expect(await told('I searched the manuscript for "ferry" and got four hits.', 'scenes')).toBe('failed')
  expect(await told('I added the note and renamed scene 2.', 'wrote')).toBe('failed')
  expect(await told('I deleted notes.md again.', 'wrote')).toBe('failed')
})

test('words that Markdown sets apart are quotes, too; suggestions are none', async () => {
  const line = `Evidence: "crossed it out" (${TWELVE}:43)`
  for (const shown of [
    '> He wrote *shortbread*, looked at it, and left it there.',
    '```\nHe wrote shortbread and left it there.\n```',
    '    He wrote shortbread and kept it there.',
  ])
    expect(await codes(`Scene 2 ends like this:\n\n${shown}\n\n${line}`)).toContain('quote_not_found')
  expect(
    await codes(`Scene 2 ends like this:\n\n> He wrote *shortbread*, looked at it, and crossed it out.\n\n${line}`),
  ).toEqual(['verified', 'verified'])
  expect(await codes(`Scene 2 could end like this:\n\n> He wrote *shortbread* and left it there.\n\n${line}`)).toEqual([
    'verified',
  ])
})
