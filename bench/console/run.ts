import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { printTable, saveFigures } from '../report.ts'

type Audit = { readonly score: number | null; readonly title: string; readonly displayValue?: string }
type Category = { readonly id: string; readonly score: number; readonly auditRefs: readonly { readonly id: string }[] }
type Result = {
  readonly lhr: {
    readonly categories: Readonly<Record<string, Category>>
    readonly audits: Readonly<Record<string, Audit>>
  }
}
type Lighthouse = { readonly default: (url: string, flags: object) => Promise<Result> }
type Launcher = {
  readonly launch: (options: object) => Promise<{ readonly port: number; readonly kill: () => void }>
}

const SCREENS = ['/', '/permissions', '/receipts', '/attempts', '/tools', '/policy', '/memory', '/doctor', '/settings']
const VIEWS = {
  desktop: {
    formFactor: 'desktop',
    screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  },
  phone: { formFactor: 'mobile' },
} as const

const here = import.meta.dirname
if (existsSync(join(here, 'node_modules', 'lighthouse'))) await measure()
else console.log('Lighthouse is not installed: npm ci --prefix bench/console')

type Server = { readonly address: string; readonly origin: string; readonly stop: () => Promise<void> }

async function start(): Promise<Server> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const program = join(dirname(dirname(here)), 'bin', 'countersign.js')
  const env = { PATH: process.env['PATH'], HOME: home, COUNTERSIGN_STATE: join(home, 'state') }
  const child = spawn(process.execPath, [program, 'serve', '--example', '--model', 'demo', '--port', '0'], {
    env,
    cwd: home,
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.once('exit', () => reject(new Error('the server ended')))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [found] = /http:\S+#code=[\w-]+/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return {
    address,
    origin: new URL(address).origin,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function load<Module>(name: string): Promise<Module> {
  const path = createRequire(join(here, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)) as Module
}

async function measure(): Promise<void> {
  const { default: lighthouse } = await load<Lighthouse>('lighthouse')
  const { launch } = await load<Launcher>('chrome-launcher')
  const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] })
  const server = await start()
  const visit = async (url: string, view: keyof typeof VIEWS): Promise<Result> =>
    lighthouse(url, {
      ...VIEWS[view],
      port: chrome.port,
      logLevel: 'error',
      throttlingMethod: 'simulate',
      disableStorageReset: true,
    })
  try {
    await visit(server.address, 'desktop') // signs in; the code is good for one visit
    const rows: Row[] = []
    for (const screen of SCREENS)
      for (const view of ['desktop', 'phone'] as const)
        rows.push(rowOf(screen, view, await visit(`${server.origin}${screen}`, view)))
    show(rows)
  } finally {
    chrome.kill()
    await server.stop()
  }
}

type Row = {
  readonly screen: string
  readonly view: string
  readonly scores: Readonly<Record<string, number>>
  readonly paint: string
  readonly blocked: string
  readonly shift: string
  readonly faults: readonly string[]
}

function rowOf(screen: string, view: string, { lhr: { categories, audits } }: Result): Row {
  const said = (audit: string): string => audits[audit]?.displayValue ?? '–'
  const refs = [...(categories['accessibility']?.auditRefs ?? []), ...(categories['best-practices']?.auditRefs ?? [])]
  const failed = refs
    .map(({ id }) => audits[id])
    .filter(audit => audit !== undefined && audit.score !== null && audit.score < 1)
  return {
    screen,
    view,
    scores: Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, Math.round(score * 100)])),
    paint: said('largest-contentful-paint'),
    blocked: said('total-blocking-time'),
    shift: said('cumulative-layout-shift'),
    faults: failed.map(audit => audit?.title ?? ''),
  }
}

function show(rows: readonly Row[]): void {
  printTable(
    ['screen', 'view', 'accessibility', 'best practices', 'performance', 'largest paint', 'blocked', 'shift'],
    rows.map(({ screen, view, scores, paint, blocked, shift }) => [
      screen,
      view,
      scores['accessibility'] ?? 0,
      scores['best-practices'] ?? 0,
      scores['performance'] ?? 0,
      paint,
      blocked,
      shift,
    ]),
  )
  for (const { screen, view, faults } of rows) for (const fault of faults) console.log(`${screen} (${view}): ${fault}`)
  saveFigures(here, { rows })
  if (rows.some(({ scores }) => scores['accessibility'] !== 100)) process.exitCode = 1
}
