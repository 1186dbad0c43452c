import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SESSIONS, TOOL_NAMES, manuscript, readReceipt, sourcesOf } from '../../test/evidence-world.ts'
import { checkEvidence } from './check-evidence.ts'

const PIECES = [
  'Evidence: ',
  '**Evidence:** ',
  '"',
  '“',
  '”',
  "'",
  '‘',
  '\\"',
  '`',
  '\n',
  '\n\n',
  ' ',
  '; ',
  ', ',
  '. ',
  '…',
  '...',
  '(',
  ')',
  '> ',
  '- ',
  '```\n',
  'Story/SCN-outline.md',
  'Story/Scenes/SCN-every-twelve-seconds.md:15',
  'SCN-',
  '*.md',
  'a/b/../c',
  ':12-',
  ' line 3 ',
  ' lines 3, 4 and 5 ',
  'rcpt_0123',
  'rcpt_',
  'section ',
  'scene 3 ',
  'scenes 1–3 ',
  'never mentions ',
  'no mention of ',
  'nothing ',
  'found none ',
  'checked ',
  'I searched ',
  'I have read ',
  'the files ',
  'if ',
  'I do not know',
  'ABSTAIN',
  '{"tool":"',
  'file_read',
  '<think>',
  '[REDACTED:x#00]',
  'Does anybody out there rely on this lighthouse?',
  'the light went over the beet',
  '\u{1f600}',
  '\ud800',
  '\u0000',
  'ß',
  'İ',
  '「',
  '𝒜',
  '\ue000',
  '\uf8ff',
  '99999999',
  'the search returned ',
  'is mentioned twice in ',
  'There are five scenes. ',
  'nobody is called Hal in scene 3. ',
  'Saved it. ',
  'line one hundred and ',
  'receipt number 4711 ',
  'she says: ',
  'ich habe gesucht ',
  '\u200b',
  'as for it, ',
]

const reply = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  ),
  { maxLength: 40 },
)

test('whatever a model writes is checked and nothing throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      reply,
      fc.boolean(),
      fc.constantFrom(...Object.keys(SESSIONS)),
      async (pieces, required, session) => {
        const sources = SESSIONS[session]?.() ?? sourcesOf(manuscript, [])
        const { report, faults } = await checkEvidence({
          text: pieces.join(''),
          contract: required ? {} : undefined,
          toolNames: TOOL_NAMES,
          sources: () => sources,
        })
        expect(report.coverage.verified).toBeLessThanOrEqual(report.coverage.citations)
        expect(report.verdict === 'failed' && faults.length === 0).toBe(false)
      },
    ),
    { numRuns: 300 },
  )
})

test('no quote is verified that does not stand in the file, whatever stands around it', async () => {
  const path = 'Story/Scenes/SCN-every-twelve-seconds.md'
  const text = manuscript.get(path) ?? ''
  const words = text.split(/\s+/)
  const sources = sourcesOf(manuscript, [readReceipt(path, text)])
  const plain = (each: string): string =>
    each
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const whole = ` ${plain(text)} `
  const quote = fc
    .array(fc.nat(words.length - 1), { minLength: 4, maxLength: 8 })
    .map(picked => picked.map(at => words[at]).join(' '))
  await fc.assert(
    fc.asyncProperty(quote, async drawn => {
      const { report } = await checkEvidence({
        text: `So.\nEvidence: ${path}: “${drawn.replace(/["“”]/g, '')}”`,
        toolNames: [],
        sources: () => sources,
      })
      if (report.verdict !== 'failed') expect(whole).toContain(` ${plain(drawn)} `)
    }),
    { numRuns: 200 },
  )
})

test('every stretch of a file that is long enough is found again where it stands, in other case and white space', async () => {
  const path = 'Story/Scenes/SCN-the-harbour-office.md'
  const text = manuscript.get(path) ?? ''
  const sources = sourcesOf(manuscript, [readReceipt(path, text)])
  const lines = text.split('\n')
  const line = fc.nat(lines.length - 1).filter(at => (lines[at] ?? '').length > 40)
  await fc.assert(
    fc.asyncProperty(line, fc.nat(200), fc.constantFrom('lower', 'upper', 'spaced', 'curly'), async (at, from, how) => {
      const words = (lines[at] ?? '').split(' ')
      const start = from % Math.max(1, words.length - 5)
      const picked = words.slice(start, start + 6).join(' ')
      const changed = {
        lower: picked.toLowerCase(),
        upper: picked.toUpperCase(),
        spaced: picked.replaceAll(' ', '  '),
        curly: picked.replaceAll("'", '’'),
      }[how]
      const { report } = await checkEvidence({
        text: `So.\nEvidence: ${path}:${at + 1}: “${changed.replace(/["“”]/g, '')}”`,
        toolNames: [],
        sources: () => sources,
      })
      expect({ changed, verdict: report.verdict, lines: report.findings[0]?.lines }).toEqual({
        changed,
        verdict: 'verified',
        lines: [at + 1, at + 1],
      })
    }),
    { numRuns: 200 },
  )
})

const HOSTILE = [
  " 'a",
  '("',
  '「',
  '“',
  '"',
  'Evidence: "a" (a.md:1)\n',
  'no mention of ',
  ' never mentions ',
  'I have just ',
  '"a b c" (a.md:1); ',
  'none of the scenes mentions ',
  'a/',
  '… ',
  'lines 1, ',
  '* ',
  ' ',
  'checked a for b ',
  'I ran a b c d ',
  '{"name":"',
  'according to the ',
  'I ran it. ',
  'the search for ',
  'Hal is mentioned two times in ',
  'nothing in scene 3 ',
  'line one hundred and ',
  'receipt number ',
  'she said "a b c d" ',
  'x: ',
  'ich habe ',
  'no x, ',
  '\u200b',
]

test.each(HOSTILE)('a reply full of %j takes no more time than its length allows', async piece => {
  for (const start of ['', 'Evidence: Story/Scenes/SCN-every-twelve-seconds.md "']) {
    const text = start + piece.repeat(Math.ceil(60_000 / piece.length))
    const started = performance.now()
    await checkEvidence({
      text,
      toolNames: TOOL_NAMES,
      sources: () => SESSIONS['all']?.() ?? sourcesOf(manuscript, []),
    })
    expect(performance.now() - started).toBeLessThan(5_000) // some 200 ms here; what grows with the square takes minutes
  }
})
