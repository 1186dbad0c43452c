// How many replies of each batch are judged otherwise than they are labelled, by the rules as they stand in this checkout:
//   npx tsx bench/evidence/batches.ts [FILE OF REPLIES]
// Run in a checkout from before a batch was added, with the file of today, it prints what became of that batch at first sight.
import { readFileSync } from 'node:fs'
import { checkEvidence } from '../../src/evidence/index.ts'
import { FOLDER_SESSIONS, FOLDER_TOOLS } from '../../test/evidence-folders.ts'
import { SESSIONS, TOOL_NAMES } from '../../test/evidence-world.ts'

type Reply = {
  readonly id: string
  readonly deliver: boolean
  readonly session: string
  readonly required: boolean
  readonly text: string
  readonly asked?: string
  readonly memory?: {
    readonly stored: readonly string[]
    readonly asked: readonly string[]
    readonly forgotten: readonly string[]
  }
}
type Count = { falseOnes: number; delivered: number; trueOnes: number; withheld: number }

const file = process.argv[2] ?? new URL('../../src/evidence/fixtures/replies.jsonl', import.meta.url)
const replies = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line): Reply => JSON.parse(line))

async function isDelivered({ text, required, session, asked, memory }: Reply): Promise<boolean> {
  const sources = SESSIONS[session]?.() ?? FOLDER_SESSIONS[session]?.()
  if (sources === undefined) throw new Error(`There is no session ${session}.`)
  const report = await checkEvidence({
    text,
    required,
    toolNames: SESSIONS[session] ? TOOL_NAMES : [...TOOL_NAMES, ...FOLDER_TOOLS],
    turnReceipts: [],
    sources: { ...sources, ...(memory && { kept: () => Promise.resolve(memory) }) },
    ...(asked !== undefined && { asked }),
  })
  return report.verdict !== 'failed'
}

const batches = new Map<string, Count>()
for (const reply of replies) {
  const name = /^(?:batch\d+|fresh\d+|list\d+|review\d+)/.exec(reply.id)?.[0] ?? 'the first'
  const count = batches.get(name) ?? { falseOnes: 0, delivered: 0, trueOnes: 0, withheld: 0 }
  const went = await isDelivered(reply)
  if (reply.deliver) count.trueOnes += 1
  else count.falseOnes += 1
  if (!reply.deliver && went) count.delivered += 1
  if (reply.deliver && !went) count.withheld += 1
  batches.set(name, count)
}
for (const [name, { falseOnes, delivered, trueOnes, withheld }] of batches)
  console.log(
    `${name}: ${delivered} of ${falseOnes} false ones delivered, ${withheld} of ${trueOnes} true ones withheld`,
  )
