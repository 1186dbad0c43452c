import { expect, test } from 'vitest'
import { readReceipt, sourcesOf } from '../../../test/evidence-world.ts'
import { checkEvidence } from '../check-evidence.ts'

const notes = new Map([['notes.md', 'The lighthouse burned all night.\n']])
const codesFor = async (files: ReadonlyMap<string, string>, terms: readonly string[]): Promise<readonly string[]> => {
  const sources = sourcesOf(
    files,
    [...files].map(([path, text]) => readReceipt(path, text)),
  )
  const text = `So.\nEvidence: checked . for ${terms.map(term => `"${term}"`).join(', ')}, found none`
  return (await checkEvidence({ text, toolNames: [], sources: () => sources })).report.findings.map(({ code }) => code)
}
const words = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `dragon${at}`)

test('at most eight words are looked for at once, in as much text as one word would be', async () => {
  expect(await codesFor(notes, words(8))).toEqual(['verified'])
  expect(await codesFor(notes, words(9))).toEqual(['absence_unsearched'])
  const large = new Map(Array.from({ length: 10 }, (_, at) => [`${at}.md`, 'a\n'.repeat(2_000_000)] as const))
  expect(await codesFor(large, words(1))).toEqual(['verified'])
  expect(await codesFor(large, words(2))).toEqual(['absence_unsearched'])
})
