import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as runtimeSource from '../../src/runtime/index.ts'
import type { Runtime } from '../../src/runtime/index.ts'
import * as endpointSource from '../../src/surfaces/openai/index.ts'
import type { ClientKey } from '../../src/surfaces/openai/index.ts'

export type Endpoint = { readonly url: string; readonly runtime: Runtime; readonly close: () => Promise<void> }

export type EndpointOptions = {
  readonly specs: readonly string[]
  readonly key?: ClientKey
  readonly settings?: Readonly<Record<string, string | number>>
}

/** Run from source, tsx slows it down; whoever measures hands in what was built. */
export type EndpointCode = { readonly runtime: typeof runtimeSource; readonly endpoint: typeof endpointSource }
const SOURCE: EndpointCode = { runtime: runtimeSource, endpoint: endpointSource }

/** The endpoint on a free port, with a workspace of its own that is thrown away. */
export async function serveEndpoint(options: EndpointOptions, code: EndpointCode = SOURCE): Promise<Endpoint> {
  const { configShape, flatLayer, mergeLayers, openChosen, openRuntime } = code.runtime
  const { createModelRegistry, openaiRoutes, ordinaryKey } = code.endpoint
  const { specs, key = ordinaryKey('bench'), settings = {} } = options
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-endpoint-')))
  const [root, state] = [join(folder, 'workspace'), join(folder, 'state')]
  mkdirSync(root)
  const shape = configShape()
  const { layer } = flatLayer(shape, { 'memory.enabled': false, ...settings }, { source: 'bench', origin: 'flag' })
  const config = mergeLayers(shape, { flags: layer, trusted: false })
  const opened = await openRuntime({ root, state, config, trust: 'Provisional' })
  if (!opened.ok) throw new Error(opened.error.message)
  const runtime = opened.value
  const open = new Map<string, ReturnType<typeof openChosen>>()
  const models = createModelRegistry({
    main: async () => undefined,
    specs,
    open(spec) {
      const model = open.get(spec) ?? openChosen(spec, { config, environment: {} })
      open.set(spec, model)
      return model
    },
    servers: async () => [],
  })
  const app = new Hono().route('/v1', openaiRoutes({ runtime, models, keyOf: () => key }))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise(resolve => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    runtime,
    async close() {
      await new Promise(resolve => server.close(resolve))
      await runtime.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
