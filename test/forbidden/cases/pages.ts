import { type PageServer, pageServer, redirectTo, sends } from '../../web/page-server.ts'
import type { OpenDoor, Order } from '../door.ts'
import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { CANARY } from '../kit.ts'
import { grant, grantWithoutYes } from '../world.ts'

const NEEDS = ['built-in tools'] as const
const OPEN = { settings: { 'web.allow_hosts': ['127.0.0.1'] } } as const

const site = (): Promise<PageServer> => pageServer({ '*': sends('text/plain', CANARY) })
const fetching = (url: string, says = `Read ${url}`): Order =>
  inSession({ tool: 'web_fetch', about: 'pages', says, args: { url } })
const granted = (at: OpenDoor): Promise<string> => grant(at, { capability: 'BrowserControl' })

/** Pages: without the right, on closed hosts, and at addresses that nobody has named. */
export const PAGE_CASES: readonly ForbiddenCase[] = [
  forbidden('a page without a token', { code: 'permission_denied', needs: NEEDS }, async (world, stands) => {
    const server = await site()
    const at = await world.open(OPEN)
    if (!stands) await granted(at)
    return { at, order: fetching(server.at('/')) }
  }),
  forbidden(
    'a page of this machine, whatever was granted',
    { code: 'web_blocked', needs: NEEDS },
    async (world, stands) => {
      const server = await site()
      const at = await world.open(stands ? {} : OPEN)
      await granted(at)
      return { at, order: fetching(server.at('/')) }
    },
  ),
  forbidden('a page of a host that is closed', { code: 'web_blocked', needs: NEEDS }, async (world, stands) => {
    const server = await site()
    const at = await world.open({
      settings: { ...OPEN.settings, 'web.deny_hosts': [stands ? '127.0.0.1' : '127.0.0.2'] },
    })
    await granted(at)
    return { at, order: fetching(server.at('/')) }
  }),
  forbidden(
    'a page that sends on to a closed place',
    { code: 'web_blocked', needs: NEEDS, recorded: 'intent and outcome' },
    async (world, stands) => {
      const secret = await site()
      const server = await pageServer({ '*': redirectTo(secret.at('/')) })
      const open = [server, ...(stands ? [] : [secret])].map(({ port }) => `127.0.0.1:${port}`)
      const at = await world.open({ settings: { 'web.allow_hosts': open } })
      await granted(at)
      return { at, order: fetching(server.at('/')) }
    },
  ),
  forbidden(
    'a page that nobody has named, with a right and without a yes',
    { code: 'confirmation_required', needs: NEEDS },
    async (world, stands) => {
      const server = await site()
      const at = await world.open(OPEN)
      if (stands) await grantWithoutYes(at, { capability: 'BrowserControl' })
      else await granted(at)
      return { at, order: fetching(server.at('/'), stands ? 'Look something up.' : undefined) }
    },
  ),
  forbidden(
    'a page that only the model has named, though all was allowed beforehand',
    { code: 'confirmation_required', needs: [...NEEDS, 'a model calls'] },
    async (world, stands) => {
      const server = await site()
      const at = await world.open(OPEN)
      await granted(at)
      return { at, order: fetching(server.at('/'), `Read ${server.at(stands ? '/another' : '/')}`) }
    },
  ),
]
