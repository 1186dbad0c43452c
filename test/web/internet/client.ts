// A machine of the test's own internet: services that only it may see, and Countersign, which is told one URL a line.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { isJsonObject, parseJsonText, textOf } from '../../../src/core/index.ts'
import { callTool, flatLayer, joinSections, mergeLayers, openRuntime, SECTIONS } from '../../../src/runtime/index.ts'

const [root = '', state = ''] = process.argv.slice(2)

const leak = createServer((request, response) => {
  process.stdout.write(`${JSON.stringify({ at: 'ourselves', url: request.url })}\n`)
  response.end(`LEAK from ${request.socket.localAddress}`)
})
await new Promise<void>(resolve => leak.listen(80, '::', () => resolve()))

const shape = joinSections(SECTIONS)
const { layer } = flatLayer(
  shape,
  { 'web.timeout_secs': 5, 'tools.retry.max_attempts': 1, 'tools.rate_limit.per_session': 10_000 },
  { source: 'test', origin: 'flag' },
)
const opened = await openRuntime({ root, state, trust: 'Provisional', config: mergeLayers(shape, { flags: layer, trusted: false }) })
if (!opened.ok) throw new Error(opened.error.message)
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
  if (isJsonObject(order) && order['blindly'] === true) {
    const text = await blindly(url)
    process.stdout.write(`${JSON.stringify({ url, ok: true, text, data: null, code: null })}\n`)
    continue
  }
  const { ok, text, data, fault } = await callTool({ tool: 'web_fetch', args: { url }, allow: ['BrowserControl'] }, opened.value)
  process.stdout.write(`${JSON.stringify({ url, ok, text, data, code: fault?.code ?? null })}\n`)
}
leak.close()
await opened.value.close()
