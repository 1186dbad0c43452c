import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type ScriptedReply, scripted } from '../../src/providers/index.ts'
import { type FakeServer, startFakeServer } from '../../web/test/fake-server.ts'
import { type TestServer, type TestServerOptions, startTestServer } from '../http-server.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import {
  type OpenedPage,
  PAGES,
  type RealServer,
  buildAll,
  open,
  openBrowser,
  openPage,
  startCountersign,
  until,
} from './console-world.ts'

const PATIENCE = 120_000 // the first of the suites builds

export type Windows = {
  readonly browser: () => Browser
  /** A window that is closed when its test has ended. */
  readonly window: (address: string, options?: BrowserContextOptions) => Promise<OpenedPage>
}

/** One browser for all tests of a suite. */
export function withBrowser(): Windows {
  let browser: Browser
  beforeAll(async () => {
    buildAll()
    browser = await openBrowser()
  }, PATIENCE)
  afterAll(async () => browser?.close())
  return { browser: () => browser, window: (address, options) => windowIn(browser, address, options) }
}

async function windowIn(browser: Browser, address: string, options?: BrowserContextOptions): Promise<OpenedPage> {
  const opened = await openPage(browser, address, options)
  onTestFinished(async () => opened.page.context().close())
  return opened
}

export type Demo = {
  readonly server: () => RealServer
  readonly window: (options?: BrowserContextOptions) => Promise<OpenedPage>
  readonly windowAt: Windows['window']
  /** A window on this screen. */
  readonly at: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** A window on a conversation in which nothing was said. */
  readonly fresh: () => Promise<Page>
}
export type DemoOptions = {
  readonly flags?: readonly string[]
  /** What happens in a first window, before all tests. */
  readonly before?: (page: Page) => Promise<void>
}

/** A browser and the real server, with the example and the demo model, for all tests of a suite. */
export function withDemo({ flags = [], before }: DemoOptions = {}): Demo {
  const { browser, window } = withBrowser()
  let server: RealServer
  beforeAll(async () => {
    server = await startCountersign(...flags)
    if (!before) return
    const { page } = await openPage(browser(), server.address())
    await before(page)
    await page.context().close()
  }, PATIENCE)
  afterAll(async () => server?.stop())
  const at: Demo['at'] = async (path, options) => {
    const { page } = await window(server.address(), options)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await open(page, path)
    return page
  }
  return {
    server: () => server,
    window: options => window(server.address(), options),
    windowAt: window,
    at,
    fresh: async () => {
      const page = await at('')
      const known = page.url()
      await open(page, '?new=1')
      await until(() => page.url() !== known && page.url().includes('session='))
      return page
    },
  }
}

export type FakeWorld = OpenedPage & { readonly server: FakeServer }
export type FakeOptions = Parameters<typeof startFakeServer>[1]

/** A browser for all tests, and for each a server that says what it is told to. */
export function withFakes(): Windows & { readonly world: (options?: FakeOptions) => Promise<FakeWorld> } {
  const windows = withBrowser()
  const world = async (options: FakeOptions = {}): Promise<FakeWorld> => {
    const server = await startFakeServer(PAGES, options)
    onTestFinished(async () => server.stop().catch(() => undefined))
    const opened = await windows.window(`${server.url}/#code=once`)
    await opened.page.locator('[data-screen]').waitFor()
    return { server, ...opened }
  }
  return { ...windows, world }
}

export type ToldWorld = TestServer & OpenedPage & { readonly session: string; readonly another: () => Promise<Page> }

export type ToldOptions = TestServerOptions & {
  /** Of the workspace, before the server starts. */
  readonly files?: { readonly [path: string]: string }
  /** Does the model call tools in a field of its own? */
  readonly isNative?: boolean
}

/** A browser for all tests, and for each a whole server whose model says what it is told to. */
export function withTold(): Windows & {
  readonly world: (replies: readonly ScriptedReply[], options?: ToldOptions) => Promise<ToldWorld>
} {
  const windows = withBrowser()
  const world = async (
    replies: readonly ScriptedReply[],
    { files = {}, isNative = false, ...options }: ToldOptions = {},
  ): Promise<ToldWorld> => {
    const place = { ...testWorkspace(), ...options }
    for (const [path, text] of Object.entries(files)) writeFileSync(join(place.root, path), text)
    const models = { told: scripted(replies, isNative ? { can: { nativeTools: true } } : {}) }
    const started = await startTestServer({ models, ...place, server: { web: PAGES, ...options.server } })
    const another = async (): Promise<OpenedPage> => {
      const opened = await windows.window(started.server.address())
      await until(() => opened.page.url().includes('session='))
      return opened
    }
    const opened = await another()
    const session = new URL(opened.page.url()).searchParams.get('session') ?? ''
    return { ...started, ...opened, session, another: async () => (await another()).page }
  }
  return { ...windows, world }
}
