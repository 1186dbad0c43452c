import { type Receipt, fail, sha256, succeed } from '../../src/core/index.ts'
import { type EvidenceRequest, type EvidenceSources, loadCheck } from '../../src/evidence/index.ts'
import { PLAIN_ANSWERS, SESSIONS, TOOL_NAMES, manuscript } from '../../test/evidence-world.ts'
import { forgeCitations } from '../../test/forge-citations.ts'
import { median, percentile } from '../measure.ts'
import { printTable, saveFigures } from '../report.ts'

const { checkEvidence } = await loadCheck()

const ROUNDS = 31
const BYTES = 10_000_000

const WORDS =
  'the keeper counted ships and lamps while rain came over a quiet harbour where nobody had moored since winter began under low cloud'.split(
    ' ',
  )

/** Prose of no meaning: paragraphs of 40 to 120 words, the same every time. */
function makeText(bytes: number): string {
  let state = 7
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const paragraphs: string[] = []
  for (let length = 0; length < bytes;) {
    const words = Array.from({ length: 40 + next(80) }, () => WORDS[next(WORDS.length)] ?? '')
    const paragraph = `${words.join(' ')}.`
    paragraphs.push(paragraph)
    length += paragraph.length + 2
  }
  return paragraphs.join('\n\n')
}

const QUOTE = "It wasn't the barometer that fell, said the pilot; it was the pilot."

function receiptOf(path: string, text: string): Receipt {
  const last = text.split('\n').length
  return {
    receipt_id: `rcpt_${sha256(path).slice(0, 24)}`,
    session_id: 'sess_bench',
    conference_id: null,
    task_id: null,
    turn_id: 'turn_bench',
    agent_id: 'assistant',
    tool_id: 'file_read',
    inputs: { path },
    outputs: { excerpt: text.slice(0, 2_000), sha256: sha256(text), full_size: text.length, truncated: true },
    file_refs: [{ path, start_line: 1, end_line: last, sha256: sha256(text) }],
    timestamp: '2026-11-15T10:00:00.000Z',
    seq: 1,
    decided_by: 'bench',
    key_id: 'bench',
    signature: 'bench',
    signature_alg: 'HMAC-SHA256',
  }
}

type Files = ReadonlyMap<string, { readonly text: string; readonly sha256: string }>

const sourcesOf = (files: Files, read: readonly string[]): EvidenceSources => ({
  readFile: path => {
    const file = files.get(path)
    return Promise.resolve(file === undefined ? fail('file_not_found', 'There is no such file.') : succeed(file))
  },
  listFiles: () => Promise.resolve(succeed([...files.keys()])),
  receipts: read.map(path => ({ receipt: receiptOf(path, files.get(path)?.text ?? ''), valid: true })),
  written: new Set(),
})

async function time(run: () => unknown): Promise<{ readonly median: number; readonly p95: number }> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await run()
    times.push(performance.now() - started)
  }
  return { median: median(times), p95: percentile(times, 0.95) }
}

/** What is usually written: both texts made alike, then one looked for in the other. */
function includesNaively(text: string, quote: string): boolean {
  const plain = (each: string): string =>
    each
      .toLowerCase()
      .replace(/[“”„«»]/g, '"')
      .replace(/[‘’]/g, "'")
      .replace(/\s+/g, ' ')
  return plain(text).includes(plain(quote))
}

const body = makeText(BYTES)
const half = body.indexOf('\n\n', body.length - 2_000)
const long = `${body.slice(0, half)}\n\n${QUOTE}${body.slice(half)}`
const curly = long.replaceAll('winter', 'wint\u{0113}r')
const repeated = `${`${QUOTE.replace('fell', 'rose')}\n`.repeat(Math.floor(BYTES / QUOTE.length))}${QUOTE}\n`

const CASES: readonly (readonly [string, string, string, string])[] = [
  ['a true quote near the end', long, QUOTE, 'verified'],
  ['the same in other case and marks', long, QUOTE.toUpperCase().replace("'", '’'), 'verified'],
  ['one word altered', long, QUOTE.replace('barometer', 'thermometer'), 'failed'],
  [
    'common words that do not stand so',
    long,
    'the keeper counted ships and lamps while nobody had the winter cloud',
    'failed',
  ],
  ['two parts around an ellipsis', long, "It wasn't the barometer … it was the pilot.", 'verified'],
  ['a text with letters beyond ASCII', curly, QUOTE, 'verified'],
  ['a file of nothing but near misses', repeated, QUOTE, 'verified'],
]

const rows: {
  readonly case: string
  readonly ms: number
  readonly p95: number
  readonly naive_ms: number
  readonly verdict: string
}[] = []
for (const [name, text, quote, wanted] of CASES) {
  const sources = sourcesOf(new Map([['long.md', { text, sha256: sha256(text) }]]), ['long.md'])
  const request: EvidenceRequest = {
    text: `So it says.\n\nEvidence: “${quote}” (long.md)`,
    toolNames: [],
    sources: () => sources,
  }
  const { verdict } = (await checkEvidence(request)).report
  if (verdict !== wanted) throw new Error(`${name}: ${verdict} instead of ${wanted}`)
  const ours = await time(() => checkEvidence(request))
  const naive = await time(() => includesNaively(text, quote))
  rows.push({ case: name, ms: ours.median, p95: ours.p95, naive_ms: naive.median, verdict })
}

const many: Files = new Map(
  Array.from({ length: 1_000 }, (_, index) => {
    const text = `${makeText(2_000)}\n\n${QUOTE} (${index})\n`
    return [`notes/note-${index}.md`, { text, sha256: sha256(text) }] as const
  }),
)
const paths = [...many.keys()]
const bench = sourcesOf(many, paths)
let opened = 0
const counted: EvidenceSources = {
  ...bench,
  readFile: path => {
    opened++
    return bench.readFile(path)
  },
}
const quoteOfOne: EvidenceRequest = {
  text: `So.\n\nEvidence: "${QUOTE}" (notes/note-700.md)`,
  toolNames: [],
  sources: () => counted,
}
await checkEvidence(quoteOfOne)
const openedForQuote = opened
const one = await time(() => checkEvidence(quoteOfOne))
const naiveAll = await time(() => paths.filter(path => includesNaively(many.get(path)?.text ?? '', QUOTE)).length)
const absence = await time(() =>
  checkEvidence({
    ...quoteOfOne,
    text: 'No file mentions a zeppelin.\n\nEvidence: checked all files for "zeppelin", found none',
  }),
)

/** Forged citations that are accepted, true ones that are refused, and plain answers that are withheld for want of a line. */
async function countForged(): Promise<Readonly<Record<string, number>>> {
  const world = SESSIONS['all']?.()
  if (world === undefined) throw new Error('There is no such session.')
  const receipts = world.receipts.flatMap(({ receipt, valid }) => (valid ? [receipt] : []))
  const cases = forgeCitations({ files: manuscript, receipts })
  const isDelivered = async (text: string): Promise<boolean> =>
    (await checkEvidence({ text, toolNames: TOOL_NAMES, sources: () => world })).faults.length === 0
  const counts = { forged: 0, forged_accepted: 0, true: 0, true_refused: 0, plain: 0, plain_withheld: 0 }
  for (const { answer, forged } of cases) {
    const delivered = await isDelivered(answer)
    counts[forged === null ? 'true' : 'forged'] += 1
    if (forged !== null && delivered) counts.forged_accepted += 1
    if (forged === null && !delivered) counts.true_refused += 1
  }
  const lines = [...manuscript.values()].flatMap(text => text.split('\n')).filter(words => words.trim() !== '')
  for (const answer of [...lines, ...PLAIN_ANSWERS]) {
    counts.plain += 1
    if (!(await isDelivered(answer))) counts.plain_withheld += 1
  }
  return counts
}

const forging = await countForged()
const tidy = (value: number): number => Number(value.toPrecision(3))
printTable(
  ['10 MB, in ms', 'median', 'p95', 'normalise and includes', 'times'],
  rows.map(row => [row.case, tidy(row.ms), tidy(row.p95), tidy(row.naive_ms), tidy(row.naive_ms / row.ms)]),
)
printTable(
  ['1,000 files, in ms', 'median', 'p95', 'files opened'],
  [
    ['a quote that names its file', tidy(one.median), tidy(one.p95), openedForQuote],
    ['normalise and includes, all files', tidy(naiveAll.median), tidy(naiveAll.p95), 1_000],
    ['an absence in all files', tidy(absence.median), tidy(absence.p95), 1_000],
  ],
)
printTable(
  ['citations', 'checked', 'wrong'],
  [
    ['forged, and accepted', forging['forged'] ?? 0, forging['forged_accepted'] ?? 0],
    ['true, and refused', forging['true'] ?? 0, forging['true_refused'] ?? 0],
    ['answers without a line, and withheld in chat', forging['plain'] ?? 0, forging['plain_withheld'] ?? 0],
  ],
)
saveFigures(import.meta.dirname, {
  rounds: ROUNDS,
  forging,
  long_file: rows.map(row => ({ ...row, ms: tidy(row.ms), p95: tidy(row.p95), naive_ms: tidy(row.naive_ms) })),
  many_files: {
    quote_ms: tidy(one.median),
    opened: openedForQuote,
    naive_ms: tidy(naiveAll.median),
    absence_ms: tidy(absence.median),
  },
})
