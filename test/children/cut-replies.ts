import type { Model } from '../../src/core/index.ts'
import { asking, endIn } from '../../src/providers/conformance.ts'
import { mustOpenOn } from '../servers/open-on.ts'

// Asks the server at each address for a reply, prints how it ended, and at last that this process is still there.
// Where the address says so, the person cancels in the middle.

const settings = { first_chunk_secs: 1, idle_secs: 0.2, whole_secs: 0.6, max_attempts: 1 }
const cache = {
  get: () => Promise.resolve({ nativeTools: true, schema: 'kept', embed: false }),
  put: () => Promise.resolve(),
}

async function howItEnds(model: Model, cancelsSoon: boolean): Promise<string> {
  const controller = new AbortController()
  const chunks = []
  for await (const chunk of model.reply(asking('hello'), controller.signal)) {
    chunks.push(chunk)
    if (cancelsSoon) setTimeout(() => controller.abort(), 50)
  }
  const end = endIn(chunks)
  return end?.kind === 'end' ? (end.fault?.code ?? 'complete') : 'no end'
}

for (const url of process.argv.slice(2)) {
  const model = await mustOpenOn('openai:m', url, { cache, changes: settings })
  process.stdout.write(`${await howItEnds(model, url.includes('cancel'))}\n`)
}
await new Promise(resolve => setTimeout(resolve, 200)) // whatever closes connections has happened
process.stdout.write('alive\n')
