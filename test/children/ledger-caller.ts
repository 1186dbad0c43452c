// A process that makes calls until it is killed: ledger-caller.ts ROOT STATE EFFECTS [FROM] [COUNT]
// It says what was released to it, and its tool writes down what it did.
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { textOf } from '../../src/core/index.ts'
import {
  type CallReport,
  type OwnTool,
  type Runtime,
  SECTIONS,
  callTool,
  joinSections,
  mergeLayers,
  openRuntime,
} from '../../src/runtime/index.ts'

const [root = '', state = '', effects = '', from = '0', count = '1000000'] = process.argv.slice(2)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

const mark: OwnTool = {
  name: 'mark',
  input: { type: 'object', properties: { event: { type: 'string' } }, required: ['event'] },
  risk: 'write',
  capability: 'MessageSend',
  async execute({ event }) {
    await sleep(Math.random() * 3)
    appendFileSync(effects, `${textOf(event)}\n`)
    await sleep(Math.random() * 3)
    return `marked ${textOf(event)}`
  },
}

const makeCall = (event: string, runtime: Runtime): Promise<CallReport> =>
  callTool({ tool: 'mark', args: { event }, event, session: 'kills', allow: ['MessageSend'] }, runtime)

function tell(event: string, { ok, replayed, receipt, fault }: CallReport): void {
  if (!ok) say(`refused ${event} ${fault?.code}`)
  else say(`${replayed ? 'replayed' : 'released'} ${event} ${receipt?.receipt_id}`)
}

const config = mergeLayers(joinSections(SECTIONS), { trusted: false })
const opened = await openRuntime({ root, state, config, trust: 'Provisional', tools: [mark] })
if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
say('ready')
for (let number = Number(from); number < Number(from) + Number(count); number++) {
  const event = `e${number}`
  tell(event, await makeCall(event, opened.value))
}
await opened.value.close()
say('done')
process.stdin.destroy()
