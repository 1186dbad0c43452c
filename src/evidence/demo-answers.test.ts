import { expect, test } from 'vitest'
import { type Turn, manuscript, offered, playTurn } from '../../test/demo-turn.ts'
import { manuscript as files, receiptOf, sourcesOf } from '../../test/evidence-world.ts'
import type { World } from '../../test/paths/world.ts'
import { evidenceSection } from '../protocol/index.ts'
import { openDemo } from '../providers/demo/index.ts'
import { type EvidenceReport, type ListedReceipt, checkEvidence } from './index.ts'

const QUESTIONS = [
  'How many scenes mention the lighthouse?',
  'How often is Hal mentioned?',
  'how many scenes mention dragons?',
  'Which scenes mention the tide board?',
  'Where is Hal mentioned?',
  'find "two short"',
  'Is the deed of 1871 mentioned anywhere?',
  'Does any scene mention unicorns?',
  'Who is Bibi Lund?',
  'Tell me about Ruben Achterberg',
  'What happens in scene 3?',
  'Who is Captain Nemo?',
  'list the files in Story/Scenes',
  'what files are there?',
  'list the characters',
  'how many chapters are there?',
  'What does SCN-every-twelve-seconds.md say about the lamp room?',
  'Does SCN-outline.md mention dragons?',
  'read Story/SCN-outline.md',
  'how many words are in SCN-outline.md?',
  'read nothere.md',
  'How many steps does the lighthouse have?',
  'Where does Bibi live?',
  'hello',
  'what can you do?',
  'write me a poem about the sea',
]

/** The receipts that the runtime would have made for these calls. */
async function receiptsOf({ calls, results }: Turn, world: World): Promise<readonly ListedReceipt[]> {
  return Promise.all(
    calls.map(async ({ tool, args, ...call }, index) => {
      const output = await world.execute({ tool, args, ...call })
      const sources = output.ok ? output.value.sources : []
      const file_refs = sources.map(({ path, lines, sha256 }) => ({
        path,
        sha256,
        start_line: lines?.[0] ?? null,
        end_line: lines?.[1] ?? null,
      }))
      const listed = receiptOf('', { tool_id: tool.name, inputs: args, file_refs, text: results[index] ?? '' })
      return { ...listed, receipt: { ...listed.receipt, receipt_id: `rcpt_${index + 1}` } }
    }),
  )
}

async function answerAndCheck(
  question: string,
  world: World,
): Promise<{ readonly answer: string; readonly report: EvidenceReport }> {
  const turn = await playTurn(openDemo({ seed: 2 }), question, world, {
    rules: `\n\n${evidenceSection({ required: true }).text}`,
  })
  const receipts = await receiptsOf(turn, world)
  const report = await checkEvidence({
    text: turn.answer,
    required: turn.calls.length > 0,
    toolNames: offered.map(({ name }) => name),
    turnReceipts: receipts.map(({ receipt }) => receipt.receipt_id),
    sources: sourcesOf(files, receipts),
  })
  return { answer: turn.answer, report }
}

test.each(QUESTIONS)('what the demo model answers from real results is delivered: %s', async question => {
  const { answer, report } = await answerAndCheck(question, manuscript())
  const faults = report.findings.filter(({ holds }) => !holds)
  expect({ answer, verdict: report.verdict, faults }).toEqual({ answer, verdict: 'verified', faults: [] })
})
