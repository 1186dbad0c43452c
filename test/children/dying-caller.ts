// A process that makes one call and kills itself on the way: dying-caller.ts ROOT STATE MOMENT TOOL ARGS
// `intent`: as soon as the intent is on disk. `outcome`: when the call has acted and its outcome is due.
// `recorded`: as soon as that is on disk, too. `file`: in the middle of a write. A number: before that many changes of the disk.
// Any other moment: it waits to be killed.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { isJsonObject, parseJsonText } from '../../src/core/index.ts'
import { systemDisk } from '../../src/ledger/index.ts'
import {
  type AskPerson,
  type OwnTool,
  SECTIONS,
  callTool,
  joinSections,
  mergeLayers,
  openRuntime,
} from '../../src/runtime/index.ts'

const [root = '', state = '', moment = '', tool = '', written = '{}'] = process.argv.slice(2)
const args = parseJsonText(written)
const CHANGING = [
  'chmodSync',
  'copyFileSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'symlinkSync',
  'truncateSync',
  'unlinkSync',
  'utimesSync',
  'writeFileSync',
] as const
const die = (): boolean => process.kill(process.pid, 'SIGKILL')

if (moment === 'file') {
  const { renameSync, linkSync } = fs
  const isOurs = (path: unknown): boolean => String(path).includes('.countersign-')
  fs.renameSync = (from, to) => (isOurs(from) ? die() : renameSync(from, to))
  fs.linkSync = (from, to) => (isOurs(from) ? die() : linkSync(from, to))
}

/** A number: before so many changes of the disk since the call began. */
let changes = Number.MIN_SAFE_INTEGER
if (/^\d+$/.test(moment))
  for (const name of CHANGING) {
    const real: unknown = Reflect.get(fs, name)
    if (typeof real !== 'function') throw new Error(`node:fs has no ${name}`)
    const counted = (...given: readonly unknown[]): unknown => {
      if (++changes === Number(moment)) die()
      return Reflect.apply(real, fs, given)
    }
    Reflect.set(fs, name, counted)
  }
syncBuiltinESMExports()

const inner = systemDisk(join(root, '.control-room', 'audit'))
let wrote = ''
const disk: typeof inner = {
  ...inner,
  append(path, at, bytes) {
    wrote = path.startsWith('log/') ? Buffer.from(bytes).toString() : wrote
    if (moment === 'outcome' && wrote.includes('"type":"outcome"')) die()
    inner.append(path, at, bytes)
  },
  async sync(path) {
    await inner.sync(path)
    if (moment === 'intent' && wrote.includes('"type":"intent"')) die()
    if (moment === 'recorded' && wrote.includes('"type":"outcome"')) die()
  },
}

/** Sends something to an address, as far as its description goes; with `wait` it says so, and never ends. */
const post: OwnTool = {
  name: 'post',
  input: { type: 'object', additionalProperties: true },
  risk: 'write',
  capability: 'MessageSend',
  assess: () => ({ target: { name: 'https://example.org/orders' }, summary: 'sends an order' }),
  execute({ wait }) {
    if (wait !== true) return 'sent'
    setInterval(() => undefined, 1_000)
    process.stdout.write('ready\n')
    return new Promise<string>(() => undefined)
  },
}

/** A person who approves whatever is asked. */
const ask: AskPerson = async () => ({ state: 'approved', decidedBy: 'tty', credential: 'the person' })

const config = mergeLayers(joinSections(SECTIONS), { trusted: false })
const opened = await openRuntime({ root, state, config, trust: 'Provisional', tools: [post], ask, disk })
if (!opened.ok) throw new Error(opened.error.message)
const allow = ['FileWrite', 'MessageSend', 'SystemExecute'] as const
changes = 0
await callTool({ tool, args: isJsonObject(args) ? args : {}, event: 'e', session: 's1', allow }, opened.value)
process.stdout.write(`it lived ${changes}\n`)
