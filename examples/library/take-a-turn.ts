// One message, answered from the files of a folder by the built-in demo model. Run: node --import tsx examples/library/take-a-turn.ts
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble, createMetrics } from 'countersign'

const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'))
cpSync(join(import.meta.dirname, '..', 'manuscript'), folder, { recursive: true })

const metrics = createMetrics()
const { turn, close } = assemble({
  tools: [],
  workspace: folder,
  state: `${folder}-state`,
  model: 'demo',
  eventReaders: [metrics.read],
})

const ran: string[] = []
const report = await turn({
  message: 'How many scenes mention the lighthouse?',
  allow: ['FileAccess'],
  onEvent: event => void (event.type === 'tool.completed' && ran.push(event.tool)),
})
console.log(report.text.split(':')[0]) // I found the lighthouse in 2 files
console.log(report.stopped, ran.join(), report.receipts.length) // null file_search 1
console.log(metrics.renderMetrics().includes('countersign_turns_total{end="completed",code=""} 1')) // true
await close()
