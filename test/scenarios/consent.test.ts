import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Consent, FactBook } from '../../src/memory/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type Runtime, runTurn } from '../../src/runtime/index.ts'
import { quickFolder } from '../forbidden/quick-folder.ts'
import { openTestRuntime } from '../open-test-runtime.ts'

type Labelled = {
  readonly text: string
  readonly set: number
  readonly facts: readonly ({ readonly span: string; readonly sensitivity: string } & Readonly<
    Record<Consent, string>
  >)[]
}

/** Written before anybody looked what the rules make of them: the first set before the rules were mended, each later one after that. */
const FRESH: readonly Labelled[] = readFileSync(
  new URL('../../src/memory/fixtures/fresh.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

async function openMode(consent: Consent): Promise<{ readonly runtime: Runtime; readonly book: FactBook }> {
  const folder = quickFolder()
  mkdirSync(join(folder, 'workspace'))
  const runtime = await openTestRuntime({
    root: join(folder, 'workspace'),
    state: join(folder, 'state'),
    settings: { 'memory.consent': consent },
  })
  if (!runtime.memory) throw new Error('the memory is off')
  return { runtime, book: runtime.memory.book }
}

type Outcome = { readonly stored: readonly string[]; readonly asked: readonly string[] }

/** What one message leaves behind, in a conversation of its own. */
async function say(message: string, { runtime, book }: Awaited<ReturnType<typeof openMode>>): Promise<Outcome> {
  const { session } = await runTurn({ message, intent: 'chat_only', model: scripted(['All right.']) }, runtime)
  const ofSession = (each: { readonly session: string }): boolean => each.session === session
  const stored = (await book.list({ limit: 10 })).filter(ofSession).toReversed()
  const asked = (await book.pending()).filter(ofSession).toReversed()
  return { stored: stored.map(({ text }) => text), asked: asked.map(({ text }) => text) }
}

/** How many of each set are stored, asked, refused and left alone just as labelled; what is missing was asked too often or overlooked. */
const AS_LABELLED: Readonly<Record<number, number>> = { 1: 194, 2: 85, 3: 50, 4: 106, 5: 84 }

describe.each(['hybrid', 'strict', 'silent'] as const)(
  '[MEM-04] [MEM-05] [GAPS-07] fresh utterances under %s',
  consent => {
    test.each([1, 2, 3, 4, 5])(
      'set %i: nothing sensitive is stored unasked, no secret even asked, and the rest is done as labelled',
      async set => {
        const opened = await openMode(consent)
        const rows = FRESH.filter(each => each.set === set)
        const [unasked, repeated, wrong]: [string[], string[], string[]] = [[], [], []]
        for (const { text, facts } of rows) {
          const got = await say(text, opened)
          const spans = (field: 'sensitivity' | Consent, value: string): readonly string[] =>
            facts.filter(fact => fact[field] === value).map(({ span }) => span)
          const touches = (kept: readonly string[], delicate: readonly string[]): boolean =>
            kept.some(one => delicate.some(other => one.includes(other) || other.includes(one)))
          const secrets = spans('sensitivity', 'secret')
          if (touches(got.stored, [...spans('sensitivity', 'sensitive'), ...secrets])) unasked.push(text)
          if (touches(got.asked, secrets)) repeated.push(text)
          const wanted: Outcome = { stored: spans(consent, 'stored'), asked: spans(consent, 'asked') }
          if (JSON.stringify(got) !== JSON.stringify(wanted)) wrong.push(text)
        }
        expect([unasked, repeated]).toEqual([[], []])
        expect(rows.length - wrong.length).toBeGreaterThanOrEqual(AS_LABELLED[set] ?? 0)
      },
    )
  },
)

test('the first set has 200 utterances', () => {
  expect(FRESH.filter(({ set }) => set === 1)).toHaveLength(200)
})
