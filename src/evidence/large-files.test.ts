import { describe, expect, test } from 'vitest'
import { sha256, succeed } from '../core/index.ts'
import { readReceipt, sourcesOf } from '../../test/evidence-world.ts'
import { checkEvidence } from './check-evidence.ts'
import type { EvidenceRequest, EvidenceSources } from './index.ts'

const QUOTE = "It wasn't the barometer that fell, said the pilot; it was the pilot."
const WORDS = 'the keeper counted ships and lamps while rain came over a quiet harbour where nobody had moored'.split(
  ' ',
)

function proseOf(characters: number): string {
  const sentence = (at: number): string =>
    `${WORDS.map((_, index) => WORDS[(index * 7 + at) % WORDS.length]).join(' ')}.`
  const paragraphs = Array.from({ length: WORDS.length }, (_, at) => sentence(at)).join('\n\n')
  return paragraphs.repeat(Math.ceil(characters / paragraphs.length))
}

const claim = (text: string, sources: EvidenceSources): EvidenceRequest => ({
  text,
  toolNames: [],
  sources: () => sources,
})
const answerWith = (quote: string, path: string): string =>
  `The pilot is the one who went down, and he says so himself.\n\nEvidence: "${quote}" (${path})`

describe('a workspace of 1,000 files that were all read', () => {
  const files = new Map(
    Array.from({ length: 1_000 }, (_, at) => [`notes/note-${at}.md`, `${proseOf(2_000)}\n\n${QUOTE}\n`] as const),
  )
  const plain = sourcesOf(
    files,
    [...files].map(([path, text]) => readReceipt(path, text)),
  )

  test('a quote that names its file opens that file and lists no folder', async () => {
    const opened = new Set<string>()
    let listings = 0
    const sources: EvidenceSources = {
      ...plain,
      readFile: path => {
        opened.add(path)
        return plain.readFile(path)
      },
      listFiles: folder => {
        listings++
        return plain.listFiles(folder)
      },
    }
    const { report } = await checkEvidence(claim(answerWith(QUOTE, 'notes/note-700.md'), sources))
    expect([report.verdict, [...opened], listings]).toEqual(['verified', ['notes/note-700.md'], 0])
  })
})

describe('a file of 10 MB', () => {
  const text = `${proseOf(10_000_000)}\n\n${QUOTE}\n\nThe end.\n`
  const hash = sha256(text)
  const sources: EvidenceSources = {
    ...sourcesOf(new Map([['big.md', text]]), [readReceipt('big.md', text)]),
    readFile: () => Promise.resolve(succeed({ text, sha256: hash })),
  }
  const ROUNDS = 9
  const MOST_LOOKS = 6 // a true quote takes 2.4 and an altered one 2.0 on the machine of bench/evidence

  /** Processor time, so that others who work at the same time count for little. */
  async function spentOn(work: () => unknown): Promise<number> {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }

  const medianOf = (spent: readonly number[]): number =>
    spent.toSorted((a, b) => a - b)[Math.floor(spent.length / 2)] ?? Number.NaN

  test.each([
    ['a true quote', QUOTE, 'verified'],
    ['one with a word altered', QUOTE.replace('fell', 'sank'), 'failed'],
  ])('%s near its end is judged in the time of a few looks through the file', async (_name, quote, verdict) => {
    const [looks, checks]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      looks.push(await spentOn(() => expect(/barometric/i.test(text)).toBe(false)))
      checks.push(
        await spentOn(async () =>
          expect((await checkEvidence(claim(answerWith(quote, 'big.md'), sources))).report.verdict).toBe(verdict),
        ),
      )
    }
    expect(medianOf(checks) / medianOf(looks)).toBeLessThan(MOST_LOOKS)
  })
})
