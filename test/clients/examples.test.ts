import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isJsonObject, parseJsonText } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { callsIn, openEndpoint } from './endpoint.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = join(ROOT, 'examples', 'endpoint')
const INSTALLED = join(ROOT, 'bench', 'node_modules')
const run = promisify(execFile)

/** The endpoint behind a real port, in front of a model that looks the temperature up and then tells it. */
async function variables(): Promise<Readonly<Record<string, string | undefined>>> {
  const replies = ['```json\n{"name": "get_temperature", "arguments": {"city": "Bern"}}\n```']
  const model = scripted([...replies, ...replies, 'It is 21 degrees in Bern.'], { can: { nativeTools: true } })
  const { app } = await openEndpoint({ model })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return {
    ...process.env,
    COUNTERSIGN_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    COUNTERSIGN_KEY: 'key',
  }
}

describe('the examples of docs/openai-endpoint.md run', () => {
  test('ask.sh gets a call', async () => {
    const { stdout } = await run('sh', [join(FOLDER, 'ask.sh')], { env: { ...(await variables()) } })
    const body = parseJsonText(stdout)
    expect(isJsonObject(body) && callsIn(body).map(({ name, args }) => [name, args])).toEqual([
      ['get_temperature', { city: 'Bern' }],
    ])
  })

  const clients = readdirSync(FOLDER).filter(file => file.endsWith('.mjs'))
  describe.each(clients)('%s', file => {
    test('prints the answer', async () => {
      const { path } = temporaryFolder()
      symlinkSync(INSTALLED, join(path, 'node_modules'))
      copyFileSync(join(FOLDER, file), join(path, file))
      const { stdout } = await run(process.execPath, [join(path, file)], { env: { ...(await variables()) } })
      expect(stdout.trim()).toBe('It is 21 degrees in Bern.')
    })
  })

  test('every piece of code on the page stands in one of the files', () => {
    const files = readdirSync(FOLDER).map(file => readFileSync(join(FOLDER, file), 'utf8'))
    const page = readFileSync(join(ROOT, 'docs', 'openai-endpoint.md'), 'utf8')
    const blocks = [...page.matchAll(/^```(?:sh|js)\n(.*?)^```$/gms)].map(match => match[1] ?? '')
    expect(blocks.length).toBe(3)
    expect(blocks.filter(code => !files.some(file => file.includes(code)))).toEqual([])
  })
})
