import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FOLDER_SESSIONS, FOLDER_TOOLS } from '../../test/evidence-folders.ts'
import { SESSIONS, TOOL_NAMES } from '../../test/evidence-world.ts'
import { type EvidenceSources, type EvidenceVerdict, type Kept, checkEvidence } from './index.ts'
import { mayClaim } from './may-claim.ts'

/** A reply about the example folder or one of two made-up ones, and whether it may be delivered. Those of the half `test` were judged once before a rule was changed for any of them: see docs/evidence.md. */
type Labelled = {
  readonly id: string
  readonly half: 'tune' | 'test'
  readonly deliver: boolean
  readonly verdict?: EvidenceVerdict
  readonly session: string
  readonly required: boolean
  readonly text: string
  /** What the person wrote, and what the memory makes of the turn, where that matters. */
  readonly asked?: string
  readonly memory?: Kept
}

const replies = readFileSync(new URL('fixtures/replies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Labelled => JSON.parse(line))

/** One of each: they only read, and to hash the folder for every reply takes longer than to judge it. */
const opened = new Map<string, EvidenceSources>()

function sourcesOf(session: string): EvidenceSources {
  const sources = opened.get(session) ?? (SESSIONS[session] ?? FOLDER_SESSIONS[session])?.()
  if (sources === undefined) throw new Error(`There is no session ${session}.`)
  opened.set(session, sources)
  return sources
}

/** Where an answer is shown piece by piece. */
const SENTENCE_END = /(?<=[\n.!?])(?=\s)/

const PATIENCE = 240_000 // milliseconds; thousands of replies, on a machine that may have other work

async function judge({ session, text, required, asked, memory }: Labelled): Promise<EvidenceVerdict> {
  const sources = sourcesOf(session)
  const report = await checkEvidence({
    text,
    required,
    toolNames: asked === undefined && SESSIONS[session] ? TOOL_NAMES : [...TOOL_NAMES, ...FOLDER_TOOLS],
    turnReceipts: [],
    sources: { ...sources, ...(memory && { kept: () => Promise.resolve(memory) }) },
    ...(asked !== undefined && { asked }),
  })
  return report.verdict
}

test.each(['tune', 'test'] as const)(
  'no false reply is delivered, and hardly a true one is withheld: %s',
  async half => {
    const judged = await Promise.all(
      replies.filter(reply => reply.half === half).map(async reply => ({ reply, verdict: await judge(reply) })),
    )
    const falsely = judged.filter(({ reply, verdict }) => !reply.deliver && verdict !== 'failed')
    const withheld = judged.filter(({ reply, verdict }) => reply.deliver && verdict === 'failed')
    expect(falsely.map(({ reply }) => reply.id)).toEqual([])
    expect(withheld.length / judged.filter(({ reply }) => reply.deliver).length).toBeLessThanOrEqual(0.02)
    const otherwise = judged.filter(
      ({ reply, verdict }) => reply.verdict !== undefined && verdict !== 'failed' && verdict !== reply.verdict,
    )
    expect(otherwise.map(({ reply, verdict }) => [reply.id, verdict])).toEqual([])
  },
  PATIENCE,
)

test('in a talk without tools no false reply is shown to its end before it is checked, and most true ones are', () => {
  const inTalk = replies.filter(({ session, required }) => session === 'none' && !required)
  const isShown = ({ text }: Labelled): boolean => !text.split(SENTENCE_END).some(piece => mayClaim(piece, TOOL_NAMES))
  expect(inTalk.filter(reply => !reply.deliver && isShown(reply)).map(({ id }) => id)).toEqual([])
  const honest = inTalk.filter(({ deliver }) => deliver)
  expect(honest.filter(isShown).length / honest.length).toBeGreaterThan(0.75)
})

test('the labelled replies are as many as is said, true and false, in both halves', () => {
  for (const half of ['tune', 'test'] as const) {
    const own = replies.filter(reply => reply.half === half)
    expect(own.length).toBeGreaterThanOrEqual(150)
    expect(own.filter(({ deliver }) => deliver).length).toBeGreaterThanOrEqual(60)
    expect(own.filter(({ deliver }) => !deliver).length).toBeGreaterThanOrEqual(75)
  }
  expect(new Set(replies.map(({ id }) => id)).size).toBe(replies.length)
})
