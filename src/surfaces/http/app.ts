import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { fault } from '../../core/index.ts'
import type { Caller } from './access/caller.ts'
import { checkOrigin, findCaller } from './access/check-access.ts'
import { SAFE_HEADERS } from './reply/headers.ts'
import { faultResponse } from './reply/write-reply.ts'
import { ROUTES } from './routes/all-routes.ts'
import { type RouteParts, serveRoute } from './serve-route.ts'
import type { WebFile, WebFiles } from './static/web-files.ts'

/** The context of mounted routes; access checks put the caller there. */
export type HttpEnvironment = { Bindings: HttpBindings; Variables: { caller: Caller } }

type AppParts = RouteParts & {
  readonly port: () => number
  readonly isStopping: () => boolean
  readonly web: WebFiles
  /** Route trees mounted under a path, such as `/v1`, behind the same access checks. */
  readonly mounts: readonly MountedRoutes[]
}

export type MountedRoutes = { readonly path: string; readonly app: Hono }

type HttpContext = Context<HttpEnvironment>

export function createApp(around: AppParts): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>()
  const { parts } = around
  app.use(async (ask, next) => {
    const refused = refuseEarly(ask, around)
    if (!refused) await next()
    return refused
  })
  for (const route of ROUTES) {
    const serve = serveRoute(route, around)
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), ask => {
      const { incoming, outgoing } = ask.env
      return serve({ incoming, outgoing, params: ask.req.param(), search: new URL(ask.req.url).searchParams })
    })
  }
  for (const { path, app: mounted } of around.mounts) {
    app.use(
      `${path}/*`,
      mountAccess(around),
      bodyLimit({ maxSize: MAX_MOUNT_BYTES, onError: () => faultResponse(TOO_LARGE, parts.origin()) }),
    )
    app.route(path, mounted)
  }
  app.get('*', ask => webResponse(ask, around))
  app.notFound(() =>
    faultResponse(
      fault('resource_unknown', 'There is no such address. GET /api/openapi.json lists all of them.'),
      parts.origin(),
    ),
  )
  app.onError(thrown => {
    around.onBug(thrown)
    return faultResponse(
      fault('system_error', 'Something broke in the server. Its terminal shows the details.'),
      parts.origin(),
    )
  })
  return app
}

const HEALTH = '/healthz'
const MAX_MOUNT_BYTES = 16 * 1_024 * 1_024 // a client sends its whole conversation every time
const TOO_LARGE = fault('request_too_large', `A request may have at most ${MAX_MOUNT_BYTES} bytes.`)

/** The first check of every request: host, origin, and whether the server is stopping. */
function refuseEarly({ req, env }: HttpContext, { port, isStopping, parts }: AppParts): Response | undefined {
  const { headers } = env.incoming
  const seen = { host: headers.host, origin: headers.origin, fetchSite: req.header('sec-fetch-site') }
  const refused = checkOrigin(seen, port())
  if (refused) return faultResponse(refused, parts.origin())
  if (!isStopping()) return undefined
  if (req.path === HEALTH)
    return Response.json({ ok: false, state: 'stopping' }, { status: 503, headers: SAFE_HEADERS })
  return faultResponse(fault('server_stopping', 'The server is stopping.'), parts.origin())
}

/** Access checks for mounted routes; their replies get the same security headers. */
const mountAccess =
  ({ parts, rate }: AppParts) =>
  async (ask: HttpContext, next: () => Promise<void>): Promise<Response | undefined> => {
    const caller = findCaller(ask.req.header('authorization'), 'use', parts)
    if (!caller.ok) return faultResponse(caller.error, parts.origin())
    if (!rate.take(caller.value.credential))
      return faultResponse(fault('rate_limited', 'Too many requests. Wait a second.'), parts.origin())
    ask.set('caller', caller.value)
    await next()
    for (const [name, value] of Object.entries(SAFE_HEADERS)) ask.res.headers.set(name, value)
    return undefined
  }

const FILE = /\.\w+$/

/** A file of the console, or its page for any other address: the page routes by itself. */
function webResponse({ req }: HttpContext, { web, parts }: AppParts): Response {
  const file = web.find(req.path)
  if (file) return fileResponse(file, req.header('accept-encoding'))
  const isPage = !FILE.test(req.path) && !req.path.startsWith('/api/') && !req.path.startsWith('/v1/')
  if (isPage) return fileResponse(web.page(), req.header('accept-encoding'))
  return faultResponse(
    fault('resource_unknown', 'There is no such address. GET /api/openapi.json lists all of them.'),
    parts.origin(),
  )
}

const YEAR = 31_536_000

function fileResponse({ type, bytes, gzip, isFixed }: WebFile, accepted: string | undefined): Response {
  const packed = gzip !== undefined && /\bgzip\b/.test(accepted ?? '') ? gzip : undefined
  return new Response(Uint8Array.from(packed ?? bytes), {
    headers: {
      ...SAFE_HEADERS,
      'content-type': type,
      'cache-control': isFixed ? `public, max-age=${YEAR}, immutable` : 'no-cache',
      ...(gzip && { vary: 'accept-encoding' }),
      ...(packed && { 'content-encoding': 'gzip' }),
    },
  })
}
