// A machine of the test's own internet: services that only it may see, and Countersign, which is told one URL a line.
import { mkdirSync, realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type JsonObject, isJsonList, isJsonObject, parseJsonText, textOf } from '../../../src/core/index.ts'
import {
  type Runtime,
  SECTIONS,
  callTool,
  flatLayer,
  joinSections,
  mergeLayers,
  openRuntime,
} from '../../../src/runtime/index.ts'
import { ZONE } from './addresses.ts'

const [root = '', state = ''] = process.argv.slice(2)

const leak = createServer((request, response) => {
  process.stdout.write(`${JSON.stringify({ at: 'ourselves', url: request.url })}\n`)
  response.end(`LEAK from ${request.socket.localAddress}`)
})
await new Promise<void>(resolve => leak.listen(80, '::', () => resolve()))

async function open(name: string, settings: JsonObject): Promise<Runtime> {
  const shape = joinSections(SECTIONS)
  const quick = { 'web.timeout_secs': 5, 'tools.retry.max_attempts': 1, 'tools.rate_limit.per_session': 10_000 }
  const { layer, problems } = flatLayer(shape, { ...quick, ...settings }, { source: 'test', origin: 'flag' })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const folder = realpathSync(mkdirSync(join(root, name), { recursive: true }) ?? join(root, name))
  const opened = await openRuntime({
    root: folder,
    state,
    trust: 'Provisional',
    config: mergeLayers(shape, { flags: layer, trusted: false }),
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

const usual = await open('usual', {})
/** Of a person who has opened some hosts of his own. */
const own = await open('own', {
  'web.allow_hosts': ['private', 'metadata', 'ourselves'].map(name => `${name}.${ZONE}`),
})
process.stdout.write('ready\n')

async function blindly(url: string): Promise<string> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(2_000) })).text()
  } catch (thrown) {
    return String(thrown)
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const order = parseJsonText(line)
  const url = isJsonObject(order) ? textOf(order['url']) : ''
  const unlooked = isJsonObject(order) ? order['blindly'] : undefined
  if (isJsonList(unlooked)) {
    const text = JSON.stringify(await Promise.all(unlooked.map(each => blindly(textOf(each)))))
    process.stdout.write(`${JSON.stringify({ url, ok: true, text, data: null, code: null })}\n`)
    continue
  }
  const { ok, text, data, fault } = await callTool(
    { tool: 'web_fetch', args: { url }, allow: ['BrowserControl'] },
    isJsonObject(order) && order['own'] === true ? own : usual,
  )
  process.stdout.write(`${JSON.stringify({ url, ok, text, data, code: fault?.code ?? null })}\n`)
}
leak.close()
await Promise.all([usual.close(), own.close()])
