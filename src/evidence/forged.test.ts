import { expect, test } from 'vitest'
import { PLAIN_ANSWERS, SESSIONS, TOOL_NAMES, manuscript } from '../../test/evidence-world.ts'
import { forgeCitations } from '../../test/forge-citations.ts'
import { checkEvidence } from './check-evidence.ts'

const sources = SESSIONS['all']?.()
const receipts = (sources?.receipts ?? []).flatMap(({ receipt, valid }) => (valid ? [receipt] : []))
const cases = forgeCitations({ files: manuscript, receipts })

test('of some two thousand forged citations none is accepted, and of the true ones they were made from none is refused', async () => {
  if (sources === undefined) throw new Error('There is no such session.')
  const wrong: unknown[] = []
  for (const { answer, forged } of cases) {
    const { faults } = await checkEvidence({ text: answer, toolNames: TOOL_NAMES, sources: () => sources })
    if ((faults.length === 0) !== (forged === null)) wrong.push([forged, answer, faults])
  }
  expect(wrong).toEqual([])
  const forged = cases.filter(each => each.forged !== null)
  expect(forged.length).toBeGreaterThanOrEqual(2_000)
  expect(cases.length - forged.length).toBeGreaterThanOrEqual(400)
})

test.each(PLAIN_ANSWERS)('a plain answer is not withheld in chat, whatever was read: %s', async text => {
  const read = SESSIONS['all']
  if (read === undefined) throw new Error('There is no such session.')
  const { faults, text: shown } = await checkEvidence({ text, toolNames: TOOL_NAMES, sources: read })
  expect([faults, shown]).toEqual([[], text])
})
