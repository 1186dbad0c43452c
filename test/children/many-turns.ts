// Many turns at once, round after round, each in a session of its own: many-turns.ts ROOT STATE TURNS ROUNDS
// After each round it says how many bytes are in use once everything that nobody holds is gone; node needs --expose-gc.
import { type Model, type ModelChunk, textOf } from '../../src/core/index.ts'
import { type OwnTool, SECTIONS, joinSections, mergeLayers, openRuntime, runTurn } from '../../src/runtime/index.ts'

const [root = '', state = '', turns = '', rounds = ''] = process.argv.slice(2)

const echo: OwnTool = {
  name: 'echo_number',
  description: 'Says a number again.',
  input: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
  risk: 'read',
  capability: 'FileAccess',
  execute: ({ number }) => `this was ${textOf(number)}`,
}

/** Calls the tool, then answers; every piece lets the others go on. */
const model: Model = {
  id: 'instant',
  provider: 'test',
  can: { nativeTools: true, jsonSchema: true, embed: false },
  wire: { form: 'json_schema', subset: 'grammar-safe' },
  async *reply({ messages }): AsyncGenerator<ModelChunk> {
    await new Promise(setImmediate)
    const number = /number (\S+)\./.exec(messages.findLast(({ role }) => role === 'user')?.content ?? '')?.[1] ?? ''
    if (messages.at(-1)?.role === 'tool') yield { kind: 'text', text: `It was ${number}.` }
    else yield { kind: 'call', call: { id: `call_${number}`, name: 'echo_number', arguments: { number } } }
    await new Promise(setImmediate)
    yield { kind: 'end' }
  },
}

const config = mergeLayers(joinSections(SECTIONS), { trusted: false })
const opened = await openRuntime({ root, state, config, trust: 'Provisional', tools: [echo], models: { main: model } })
if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
const runtime = opened.value

async function turn(round: number, index: number): Promise<void> {
  const name = `${round}-${index}`
  const message = `Read the file for number ${name}.`
  const { text, receipts } = await runTurn(
    { message, session: `session ${name}`, allow: ['FileAccess'], onEvent: () => {} },
    runtime,
  )
  if (text !== `It was ${name}.` || receipts.length !== 1) throw new Error(`${name} ended with: ${text}`)
}

for (let round = 1; round <= Number(rounds); round++) {
  await Promise.all(Array.from({ length: Number(turns) }, (_, index) => turn(round, index)))
  await new Promise(resolve => setTimeout(resolve, 20)) // what was just answered is let go
  for (let pass = 0; pass < 3; pass++) globalThis.gc?.()
  process.stdout.write(`round ${round} ${process.memoryUsage().heapUsed}\n`)
}
await runtime.close()
process.stdout.write('done\n')
