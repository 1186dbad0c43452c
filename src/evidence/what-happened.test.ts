import { describe, expect, test } from 'vitest'
import { FOLDER_SESSIONS, codeFolder } from '../../test/evidence-folders.ts'
import { SESSIONS, TOOL_NAMES, readReceipt, receiptOf, sourcesOf } from '../../test/evidence-world.ts'
import { type EvidenceSources, type Kept, checkEvidence } from './index.ts'
import { mayClaim } from './may-claim.ts'

const NOTHING: Kept = { stored: [], asked: [], forgotten: [] }
const none = (): EvidenceSources => sourcesOf(codeFolder, [])

type Said = {
  readonly asked?: string
  readonly kept?: Kept
  readonly sources?: EvidenceSources
  readonly required?: boolean
}

async function codesOf(
  text: string,
  { asked, kept, sources = none(), required = false }: Said = {},
): Promise<readonly string[]> {
  const report = await checkEvidence({
    text,
    required,
    toolNames: TOOL_NAMES,
    turnReceipts: [],
    sources: { ...sources, ...(kept && { kept: () => Promise.resolve(kept) }) },
    ...(asked !== undefined && { asked }),
  })
  return report.findings.filter(({ holds }) => !holds).map(({ code }) => code)
}

describe('what is said of the memory', () => {
  const PIE: Kept = { ...NOTHING, stored: ['I like pie'] }
  const HOME: Kept = { ...NOTHING, asked: ['I live in Oslo'] }

  test.each([
    "I've saved that to memory.",
    'Memory updated.',
    'I will remember that.',
    "I've made a note of it.",
    'Stored in your profile.',
  ])('[RCPT-08] falls where nothing is stored: %s', async text => {
    expect(await codesOf(text, { kept: NOTHING })).toEqual(['memory_claim_unbacked'])
    expect(await codesOf(text)).toEqual(['memory_claim_unbacked'])
    expect(await codesOf(text, { kept: PIE })).toEqual([])
  })

  test('what waits for an answer may be promised, not reported', async () => {
    expect(await codesOf("I'll remember that.", { kept: HOME })).toEqual([])
    expect(await codesOf("I've saved it to memory.", { kept: HOME })).toEqual(['memory_claim_unbacked'])
  })

  test('what is forgotten was there', async () => {
    expect(await codesOf('I have forgotten it.', { kept: NOTHING })).toEqual(['memory_claim_unbacked'])
    expect(await codesOf('I have forgotten it.', { kept: { ...NOTHING, forgotten: ['I like pie'] } })).toEqual([])
  })

  test.each([
    'I cannot remember things between talks.',
    'Should I remember that?',
    'If you like, I will remember it.',
    "I'll remember it in this chat.",
  ])('denials, offers and what lasts as long as the talk are no claims: %s', async text => {
    expect(await codesOf(text, { kept: NOTHING })).toEqual([])
  })

  test('the memory is asked only if the answer speaks of it', async () => {
    const kept = (): Promise<Kept> => Promise.reject(new Error('nobody should ask'))
    const request = { text: 'Hello.', required: false, toolNames: TOOL_NAMES, turnReceipts: [] }
    expect((await checkEvidence({ ...request, sources: { ...none(), kept } })).verdict).toBe('verified')
  })

  test('it is not shown before it is checked', () => {
    expect(mayClaim("I've saved that to memory.", TOOL_NAMES)).toBe(true)
    expect(mayClaim('Pie is a dish.', TOOL_NAMES)).toBe(false)
  })
})

describe('a bare "Done"', () => {
  test('[GAPS-03] holds if a tool has run that does more than look by its definition, whatever it is called', async () => {
    const ran = (tool_id: string): EvidenceSources => sourcesOf(codeFolder, [receiptOf('a', { tool_id })])
    const request = {
      text: 'Done.',
      asked: 'Mark it.',
      required: false,
      toolNames: ['mark', 'run_report'],
      turnReceipts: [],
    }
    const verdictOf = async (tool: string): Promise<string> =>
      (await checkEvidence({ ...request, actingTools: ['mark'], sources: ran(tool) })).verdict
    expect([await verdictOf('mark'), await verdictOf('run_report')]).toEqual(['verified', 'failed'])
  })

  test.each(['Done.', 'All set!', "It's done, let me know if you need anything else.", 'Erledigt.'])(
    '[GAPS-03] falls if a change was asked for and nothing was changed: %s',
    async text => {
      expect(await codesOf(text, { asked: 'Please rename isEmpty in src/cart.ts' })).toEqual(['tool_claim_unbacked'])
      expect(
        await codesOf(text, {
          asked: 'Please rename isEmpty in src/cart.ts',
          sources: FOLDER_SESSIONS['codeEdited']?.() ?? none(),
        }),
      ).toEqual([])
    },
  )

  test('is no claim if nothing was asked for, and counts for the memory if that was', async () => {
    expect(await codesOf('Done.', { asked: 'Are you done?' })).toEqual([])
    expect(await codesOf('Done.', { asked: 'Remember that I like pie', kept: NOTHING })).toEqual([
      'tool_claim_unbacked',
    ])
    expect(
      await codesOf('Done.', { asked: 'Remember that I like pie', kept: { ...NOTHING, stored: ['I like pie'] } }),
    ).toEqual([])
  })
})

describe('what came of a run', () => {
  const ran = (exit_code: number, stdout: string): EvidenceSources =>
    sourcesOf(codeFolder, [
      receiptOf('run', {
        tool_id: 'shell',
        inputs: { command: 'npm test' },
        text: JSON.stringify({ stdout, stderr: '', exit_code, truncated: false }),
      }),
    ])

  test('[GAPS-03] is held against its receipt', async () => {
    expect(await codesOf('The tests pass.', { sources: ran(1, 'Tests: 1 failed, 3 passed') })).toEqual([
      'tool_claim_unbacked',
    ])
    expect(await codesOf('The tests pass.', { sources: ran(0, 'Tests: 4 passed') })).toEqual([])
    expect(await codesOf('One test failed.', { sources: ran(0, 'Tests: 4 passed') })).toEqual(['tool_claim_unbacked'])
    expect(await codesOf('I ran npm test: 7 passed.', { sources: ran(0, 'Tests: 4 passed') })).toEqual(['count_wrong'])
  })
})

describe('what was searched and read', () => {
  const searched = (path: string): EvidenceSources =>
    sourcesOf(codeFolder, [
      receiptOf('search', { tool_id: 'file_search', inputs: { query: 'TODO', path }, text: 'src/cart.ts:5: // TODO' }),
    ])

  test('[RCPT-08] a search covers only where it looked', async () => {
    expect(await codesOf('I searched every file for "TODO" and found one.', { sources: searched('src') })).toEqual([
      'tool_claim_unbacked',
    ])
    expect(await codesOf('I searched every file for "TODO" and found one.', { sources: searched('.') })).toEqual([])
  })

  test('a search everywhere has read no file', async () => {
    expect(await codesOf('I read src/tax.ts.', { sources: searched('.') })).toEqual(['tool_claim_unbacked'])
    const sources = sourcesOf(codeFolder, [readReceipt('src/tax.ts', codeFolder.get('src/tax.ts') ?? '')])
    expect(await codesOf('I read src/tax.ts.', { sources })).toEqual([])
  })

  test('what a file holds is not said of one that nobody has read', async () => {
    for (const text of [
      'src/tax.ts exports a constant.',
      'The readme says that it returns kroner.',
      'There are six files in the folder.',
    ])
      expect([text, await codesOf(text)]).toEqual([text, ['tool_claim_unbacked']])
    expect(
      await codesOf('src/tax.ts exports a constant.', { asked: 'src/tax.ts exports a constant. Is that wise?' }),
    ).toEqual([])
    expect(await codesOf('The readme should say that it returns kroner.')).toEqual([])
  })
})

describe('a sentence beside its quote', () => {
  const all = SESSIONS['all']?.() ?? none()
  const over = (sentence: string, quote: string): Promise<readonly string[]> =>
    codesOf(`${sentence}\n\nEvidence: ${quote}`, { sources: all, required: true })
  const RULE = '"One person may not be both hands." (Compendium/Lore/CONCEPT-the-two-hands.md:8)'
  const HAND = '"Left-handed. Her sleeve goes through the wet ink" (Compendium/Characters/CHAR-bibi-lund.md:6)'

  test('[EVID-04] may not say the opposite, nor give another number', async () => {
    expect(await over('One person may be both hands.', RULE)).toEqual(['quote_contradicts'])
    expect(await over('One person may not be both hands.', RULE)).toEqual([])
    expect(await over('Bibi is right-handed, and her sleeve smudges the ink.', HAND)).toEqual(['quote_contradicts'])
    const post = '"Thirty-four, nine years in the post" (Compendium/Characters/CHAR-ruben-achterberg.md:3)'
    expect(await over('Ruben has twelve years in the post.', post)).toEqual(['quote_contradicts'])
    expect(await over('Ruben has nine years in the post.', post)).toEqual([])
  })

  test('[EVID-04] names, numbers and short quotes come from what was read', async () => {
    expect(await over('The rule comes from old Ferris.', RULE)).toEqual(['quote_missing'])
    expect(await over('The rule is called "three feet".', RULE)).toEqual(['quote_not_found'])
    expect(await over('The keeper is the "first hand".', RULE)).toEqual([])
  })

  test('[EVID-05] the words of a place put together otherwise need a quote', async () => {
    const line = 'Compendium/Lore/CONCEPT-the-two-hands.md:6'
    expect(
      await over(
        'The entry says: the witness is the first hand and the keeper, the second, signed by the light.',
        line,
      ),
    ).toEqual(['quote_missing'])
  })
})
