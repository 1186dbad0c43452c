// A process that takes turns until it is killed: turn-taker.ts ROOT STATE EFFECTS [FROM] [COUNT]
// Its model calls one tool a turn, which writes down what it did; the process says how each turn ended.
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import {
  type OwnTool,
  type TurnReport,
  SECTIONS,
  joinSections,
  mergeLayers,
  openRuntime,
  runTurn,
} from '../../src/runtime/index.ts'

const [root = '', state = '', effects = '', from = '0', count = '1000000'] = process.argv.slice(2)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

const mark: OwnTool = {
  name: 'mark',
  description: 'Marks something in a file.',
  input: { type: 'object', properties: { event: { type: 'string' } }, required: ['event'] },
  risk: 'write',
  capability: 'FileWrite',
  async execute({ event }) {
    await sleep(Math.random() * 3)
    appendFileSync(effects, `${textOf(event)}\n`)
    await sleep(Math.random() * 3)
    return `marked ${textOf(event)}`
  },
}

function tell(event: string, { stopped, receipts, text }: TurnReport): void {
  say(stopped ? `stopped ${event} ${stopped.code}` : `answered ${event} ${receipts[0] ?? text}`)
}

const config = mergeLayers(joinSections(SECTIONS), { trusted: false })
// A long conversation is summarised now and then, and must not take the call of a turn for its summary.
const models = { compress: scripted(Array.from({ length: 10_000 }, () => 'Things were marked.')) }
const opened = await openRuntime({ root, state, config, trust: 'Provisional', tools: [mark], models })
if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
say('ready')
for (let number = Number(from); number < Number(from) + Number(count); number++) {
  const event = `e${number}`
  const model = scripted([JSON.stringify({ type: 'tool_call', name: 'mark', args: { event } }), 'done'], {
    chunkLength: 7,
  })
  const request = {
    message: `Edit the file: mark ${event}.`,
    intent: 'file_edit',
    event,
    session: 'kills',
    model,
    allow: ['FileWrite' as const],
  }
  tell(event, await runTurn(request, opened.value))
}
await opened.value.close()
say('done')
process.stdin.destroy()
