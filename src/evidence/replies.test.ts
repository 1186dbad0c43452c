import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FOLDER_SESSIONS, FOLDER_TOOLS } from '../../test/evidence-folders.ts'
import { SESSIONS, TOOL_NAMES } from '../../test/evidence-world.ts'
import { checkEvidence } from './check-evidence.ts'
import type { EvidenceSources } from './index.ts'

/** A reply about the example folder or one of two made-up ones; structure alone decides whether it may be delivered. */
type LabelledReply = {
  readonly id: string
  readonly deliver: boolean
  readonly session: string
  readonly contract: boolean
  readonly text: string
  readonly asked?: string
}

const replies = readFileSync(new URL('fixtures/replies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): LabelledReply => JSON.parse(line))

/** One of each: they only read, and hashing the folder for every reply takes longer than checking it. */
const opened = new Map<string, EvidenceSources>()

function sourcesOf(session: string): EvidenceSources {
  const sources = opened.get(session) ?? (SESSIONS[session] ?? FOLDER_SESSIONS[session])?.()
  if (sources === undefined) throw new Error(`There is no session ${session}.`)
  opened.set(session, sources)
  return sources
}

async function mayDeliver({ session, text, contract, asked }: LabelledReply): Promise<boolean> {
  const { faults } = await checkEvidence({
    text,
    contract: contract ? {} : undefined,
    toolNames: [...TOOL_NAMES, ...FOLDER_TOOLS],
    sources: () => sourcesOf(session),
    ...(asked !== undefined && { asked }),
  })
  return faults.length === 0
}

test('no labelled reply with a false citation is delivered, and none with true ones is withheld', async () => {
  const wrong: string[] = []
  for (const reply of replies) if ((await mayDeliver(reply)) !== reply.deliver) wrong.push(reply.id)
  expect(wrong).toEqual([])
})

test('without a contract a missing line is no fault: what was withheld for that alone is delivered', async () => {
  const lineless = replies.filter(({ text, contract }) => contract && !/evidence|rcpt_|["“„«]/i.test(text))
  expect(lineless.length).toBeGreaterThan(100)
  for (const reply of lineless)
    expect([reply.id, await mayDeliver({ ...reply, contract: false })]).toEqual([reply.id, true])
})
