import { expect, test } from 'vitest'
import { readReceipt, sourcesOf } from '../../test/evidence-world.ts'
import { checkEvidence } from './check-evidence.ts'

const files = new Map(
  Array.from({ length: 400 }, (_, at) => [`part ${at % 50}/chapter ${at}.md`, `Words of chapter ${at}.\n`] as const),
)
const sources = sourcesOf(
  files,
  [...files].map(([path, text]) => readReceipt(path, text)),
)

const repeat =
  (piece: string, end = '') =>
  (length: number): string =>
    piece.repeat(Math.floor(length / piece.length)) + end
const gap =
  (start: string, filling: string, end: string) =>
  (length: number): string =>
    start + filling.repeat(length) + end
const receipts = (length: number): string =>
  Array.from({ length: length / 14 }, (_, at) => `rcpt_${String(at).padStart(8, '0')} `).join('')

const MOST = 3 // times as long for twice as much
const GRAIN = 60_000 // microseconds; what is shorter is noise
const LENGTHS = [50_000, 100_000, 200_000]

/** Processor time of the quicker of two runs, so that others who work at the same time count for little. */
async function spentOn(text: string): Promise<number> {
  const spent: number[] = []
  for (let round = 0; round < 2; round++) {
    const before = process.cpuUsage()
    await checkEvidence({ text, toolNames: ['file_read'], sources: () => sources })
    const { user, system } = process.cpuUsage(before)
    spent.push(user + system)
  }
  return Math.min(...spent)
}

test.each([
  ['lines with open quotes', repeat('line 1 "')],
  ['lines and no quote', repeat('line 1. ')],
  ['sections', repeat('see § 12, ', '"so it is"')],
  ['receipts and no quote', receipts],
  ['receipts and a quote', (length: number) => `${receipts(length)} "so it is"`],
  ['blocks', repeat('> a\n\n')],
  ['bars', repeat(' > \n')],
  ['bars that never end in a place', repeat('> \n> (\n')],
  ['backticks', repeat('`')],
  ['a quote far from its place', gap('"so it is" ', ' ', 'x notes.md:1')],
  ['a place far from its quote', gap('notes.md:1 ', '\n', 'x "so it is"')],
  ['places far from each other', gap('"so" notes.md ', ' ', 'x line 1')],
  ['Evidence lines', repeat('Evidence: x.md:1\n')],
])('twice as much of %s takes about twice the time', async (_name, write) => {
  let last = await spentOn(write(LENGTHS[0] ?? 0))
  for (const length of LENGTHS.slice(1)) {
    const spent = await spentOn(write(length))
    expect(spent).toBeLessThan(MOST * Math.max(last, GRAIN))
    last = spent
  }
})
