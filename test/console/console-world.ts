import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { CHROMIUM } from '../system-needs.ts'
import { type Browser, type BrowserContextOptions, type Page, type Request, chromium } from 'playwright-core'

const ROOT: string = fileURLToPath(new URL('../..', import.meta.url))
export const PAGES: string = join(ROOT, 'dist', 'web')

/** The sources may be newer than the build, and these tests are about what is built. */
export function buildAll(): void {
  const done = spawnSync(process.execPath, [join(ROOT, 'scripts', 'ensure.mjs'), '--build'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(done.stderr)
}

export async function openBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ]
  return chromium.launch({ ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }), args })
}

export type RealServer = {
  /** A fresh address with its code. */
  readonly address: () => string
  readonly origin: string
  readonly workspace: string
  readonly stop: () => Promise<void>
}

/** `countersign serve --example --model demo`, as a person starts it, with a home of its own. */
export async function startCountersign(...more: readonly string[]): Promise<RealServer> {
  return startAt(mkdtempSync(join(tmpdir(), 'countersign-console-')), { more })
}

/** The same with variables of the environment, such as where model servers listen. */
export async function startCountersignIn(variables: Variables, ...more: readonly string[]): Promise<RealServer> {
  return startAt(mkdtempSync(join(tmpdir(), 'countersign-console-')), { more, variables })
}

type Variables = { readonly [name: string]: string }
type StartOptions = { readonly more: readonly string[]; readonly variables?: Variables }

async function startAt(home: string, { more, variables = {} }: StartOptions): Promise<RealServer> {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    NO_COLOR: '1',
    COUNTERSIGN_STATE: join(home, 'state'),
    ...variables,
  }
  const child = spawn(
    process.execPath,
    [join(ROOT, 'bin', 'countersign.js'), 'serve', '--example', '--model', 'demo', '--port', '0', ...more],
    { env, cwd: home },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await until(
    () => /#code=\S+\s[\s\S]*answers\./.test(said) || child.exitCode !== null,
    () => said,
  )
  const address = (): string => [...said.matchAll(/http:\S+#code=[\w-]+/g)].at(-1)?.[0] ?? ''
  return {
    address,
    origin: new URL(address()).origin,
    workspace: /, in (.+)/.exec(said)?.[1] ?? '',
    stop: async () => {
      await ended(child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

export async function until(holds: () => boolean | Promise<boolean>, why: () => string = () => ''): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds()) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`It never came to pass. ${why()}`)
}

export type OpenedPage = { readonly page: Page; readonly problems: readonly string[] }

/** A window of its own. Whatever the browser complains of (a script that throws, a rule of the page's policy) is collected. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
      problems.push(message.text())
  })
  watchTraffic(page)
  await page.goto(address)
  return { page, problems }
}

const traffic = new WeakMap<Page, { underWay: number }>()

/** Streams never end, so they are not waited for. */
function watchTraffic(page: Page): void {
  const state = { underWay: 0 }
  traffic.set(page, state)
  const count = (by: number) => (request: Request) => void (request.url().endsWith('/events') || (state.underWay += by))
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
}

/** What axe finds against WCAG 2.2 AA, in words. */
export async function violationsOf(page: Page, inside = 'html'): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .include(inside)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true) // the page has no frames, and the other way opens a window for each look
    .analyze()
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} — ${nodes
        .map(node => node.target.join(' '))
        .slice(0, 4)
        .join(' | ')}`,
  )
}

/** Those that docs/console.md shows; together with the sheets of states they stay below three and a quarter megabytes. */
const PICTURES: ReadonlySet<string> = new Set(
  `anatomy attempts-light chat-320 chat-dark connect dry-run command command-asked doctor-dark error evidence first-run first-verified grants memory-proposal offline permission
   permissions-320 policy-tested receipt rule-form receipts-many tool-dry-run tools-light unknown-calls verify-broken withheld`.split(
    /\s+/,
  ),
)

/** Pictures for the documentation, made only when they are asked for. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['COUNTERSIGN_SCREENSHOTS'] !== '1' || !PICTURES.has(name)) return
  const folder = join(ROOT, 'docs', 'screens')
  const before = page.viewportSize() ?? { width: 1280, height: 860 }
  mkdirSync(folder, { recursive: true })
  if (before.width > 700) await page.setViewportSize({ width: 1120, height: 740 })
  await page.waitForTimeout(300)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.setViewportSize(before)
}

/** One state of every screen, side by side, as a single picture for the documentation. */
export type Sheet = {
  readonly add: (page: Page) => Promise<void>
  readonly save: (browser: Browser, name: string) => Promise<void>
}

export function createSheet(): Sheet {
  const isWanted = process.env['COUNTERSIGN_SCREENSHOTS'] === '1'
  const parts: string[] = []
  return {
    add: async page => {
      if (!isWanted) return
      const before = page.viewportSize() ?? { width: 1280, height: 860 }
      await page.setViewportSize({ width: 900, height: 560 })
      await page.waitForTimeout(100)
      parts.push((await page.screenshot()).toString('base64'))
      await page.setViewportSize(before)
    },
    save: async (browser, name) => {
      if (!isWanted) return
      const page = await browser.newPage({ viewport: { width: 1120, height: 10 } })
      const images = parts.map(data => `<img src="data:image/png;base64,${data}">`).join('')
      await page.setContent(`<style>body{margin:8px;display:grid;grid-template-columns:repeat(3,1fr);gap:8px;background:#8a857b}
        img{width:100%;display:block;border-radius:4px}</style>${images}`)
      await page.screenshot({ path: join(ROOT, 'docs', 'screens', `${name}.png`), fullPage: true })
      await page.close()
    },
  }
}

export const gzipSizes = (ending: string): number => {
  const index = readFileSync(join(PAGES, 'index.html'), 'utf8')
  const names = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
    .map(found => found[1] ?? '')
    .filter(name => name.endsWith(ending))
  return names.reduce((sum, name) => sum + readFileSync(join(PAGES, `${name}.gz`)).length, 0)
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

/** Allows the next question once, and waits until it has gone. */
export async function allow(page: Page): Promise<void> {
  const card = page.getByTestId('permission-card').last()
  const id = await card.getAttribute('data-permission')
  await card.getByRole('button', { name: /Allow once/ }).click()
  await page.locator(`[data-permission="${id}"]`).waitFor({ state: 'detached' })
}

/** Goes to a screen as a link does, and gives it a moment to fill. */
export async function open(page: Page, screen: string): Promise<void> {
  await page.evaluate(path => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/${screen}`)
  const name = screen.split('?')[0] ?? ''
  await page.locator(`[data-screen="${name === '' ? 'chat' : name}"]`).waitFor()
  await quiet(page)
}

const LONGEST_WAIT = 350 // ms; what takes longer is part of some test
const STILL = 40 // ms without a request

async function quiet(page: Page): Promise<void> {
  const state = traffic.get(page)
  const started = performance.now()
  for (let still = 0; still < STILL && performance.now() - started < LONGEST_WAIT;) {
    const before = performance.now()
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 10))))
    still = state?.underWay === 0 ? still + performance.now() - before : 0
  }
}
