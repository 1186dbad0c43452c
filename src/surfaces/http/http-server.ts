import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { CountersignError, type ValuesOf, systemClock } from '../../core/index.ts'
import { serverSection, valuesOf } from '../../runtime/index.ts'
import { createRate } from './access/rate.ts'
import { createApp, type MountedRoutes } from './app.ts'
import { createParts, type PartsOptions } from './create-parts.ts'
import { createIdempotency } from './idempotency.ts'
import type { ServerParts } from './server-parts.ts'
import { openWebFiles } from './static/web-files.ts'
import { closeOrphans } from './turns/turn-runner.ts'

export type HttpServerOptions = PartsOptions & {
  /** The folder of the built console. */
  readonly web?: string | undefined
  /** 0: any free port. */
  readonly port?: number
  /** `false`: a taken port is an error. */
  readonly mayMoveOn?: boolean
  readonly onBug?: (thrown: unknown) => void
  /** Route trees to mount behind the same access checks, such as `/v1`. */
  readonly mounts?: (parts: ServerParts) => readonly MountedRoutes[]
}

export type HttpServer = {
  readonly port: number
  readonly origin: string
  /** The address with a fresh one-time code. */
  readonly address: () => string
  readonly parts: ServerParts
  /** Refuses new requests, gives turns time to end, and closes all streams. The runtime stays open. */
  readonly close: () => Promise<void>
}

/** Starts the server of one open workspace. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { runtime, clock = systemClock } = options
  const settings = (): ValuesOf<typeof serverSection> => valuesOf(runtime.config, serverSection)
  const place = { port: 0, isStopping: false }
  const parts = createParts(options, () => `http://127.0.0.1:${place.port}`)
  const app = createApp({
    parts,
    clock,
    rate: createRate({ clock, perSecond: () => settings().requests_per_sec }),
    strangers: createRate({ clock, perSecond: () => STRANGERS_PER_SECOND }),
    idempotency: createIdempotency(clock),
    limits: () => ({ maxBytes: settings().max_body_bytes, milliseconds: settings().body_secs * 1_000 }),
    onBug: options.onBug ?? (() => undefined),
    port: () => place.port,
    isStopping: () => place.isStopping,
    web: openWebFiles(options.web),
    mounts: options.mounts?.(parts) ?? [],
  })
  const listen = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const requestMs = (): number => settings().body_secs * 1_000 + SLACK_MS
  const server = createServer(SERVER_LIMITS, (request, response) => {
    server.requestTimeout = requestMs()
    void listen(request, response)
  })
  server.requestTimeout = requestMs()
  place.port = await listenNear(server, { port: options.port ?? settings().port, mayMoveOn: options.mayMoveOn ?? true })
  await closeOrphans(parts)
  return {
    port: place.port,
    origin: parts.origin(),
    address: () => `${parts.origin()}/#code=${parts.tokens.newCode()}`,
    parts,
    async close() {
      place.isStopping = true
      await closeServer(server, parts, settings().grace_secs * 1_000)
    },
  }
}

const STRANGERS_PER_SECOND = 200
const SLACK_MS = 5_000
const SERVER_LIMITS = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
} as const

async function closeServer(server: Server, parts: ServerParts, graceMs: number): Promise<void> {
  const { turns, approvals, hub, workspace, checks, folders, telemetry } = parts
  workspace.publish({ type: 'server.stopping' })
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  approvals.close()
  const grace = setTimeout(() => turns.stopAll(), graceMs)
  await turns.settled()
  clearTimeout(grace)
  await checks.stopAll()
  await hub.close()
  workspace.close()
  await folders.closeAll()
  telemetry.save()
  server.closeAllConnections()
  await closed
}

type PortOptions = { readonly port: number; readonly mayMoveOn: boolean }

const TRIES = 100

/** Listens on loopback, at this port or the next free one. Returns the port. */
async function listenNear(server: Server, { port, mayMoveOn }: PortOptions): Promise<number> {
  for (let next = port; next < port + (mayMoveOn ? TRIES : 1) && next < 65_536; next++) {
    if (await tryPort(server, next)) {
      const address = server.address()
      return typeof address === 'object' && address !== null ? address.port : next
    }
  }
  throw new CountersignError('usage_invalid', `Port ${port} is in use by another program. Choose another with --port.`)
}

function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (thrown: Error & { readonly code?: string }): void => {
      if (thrown.code === 'EADDRINUSE' || thrown.code === 'EACCES') resolve(false)
      else reject(thrown)
    }
    server.once('error', onError)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.removeListener('error', onError)
      resolve(true)
    })
  })
}
