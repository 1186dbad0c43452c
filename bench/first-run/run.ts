import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { printTable, saveFigures } from '../report.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const CHROMIUM = [process.env['CHROME_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(path =>
  existsSync(path),
)

if (CHROMIUM === undefined) console.log('Chromium is not installed; CHROME_PATH names another one.')
else await measure(CHROMIUM)

/** What a newcomer does: clone, one command, open the printed address, two clicks. npm's cache is empty and nothing is built. */
async function measure(executablePath: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-first-run-'))
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const marks: { readonly what: string; readonly at: number }[] = []
  const began = performance.now()
  const mark = (what: string): void => void marks.push({ what, at: (performance.now() - began) / 1000 })
  let server: ChildProcess | undefined
  try {
    execFileSync('git', ['clone', '--quiet', `file://${ROOT}`, join(home, 'countersign')])
    mark('git clone')
    server = start(home)
    const address = await printedBy(server)
    mark('npm start prints the address')
    await verifyFirstCall(browser, address, mark)
    show(marks)
  } finally {
    await browser.close()
    await ended(server)
    rmSync(home, { recursive: true, force: true })
  }
}

function start(home: string): ChildProcess {
  const settings = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|COUNTERSIGN_|XDG_|NODE_|INIT_CWD)/i.test(name),
  )
  // A newcomer has no example, no keys and no settings yet, and this one must leave none behind in the home of whoever measures.
  const own = { npm_config_cache: join(home, 'cache'), COUNTERSIGN_STATE: join(home, 'state') }
  const xdg = { XDG_DATA_HOME: join(home, 'data'), XDG_CONFIG_HOME: join(home, 'config') }
  const env = { ...Object.fromEntries(settings), ...own, ...xdg }
  return spawn('npm', ['start', '--', '--port', '0'], { cwd: join(home, 'countersign'), env, detached: true })
}

async function printedBy(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const read = (text: string): void => {
      said += text
      const [address] = /http:\S+#code=[\w-]+/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    }
    for (const stream of [server.stdout, server.stderr]) stream?.setEncoding('utf8').on('data', read)
    server.once('exit', code => reject(new Error(`npm start ended with ${code}:\n${said}`)))
  })
}

async function verifyFirstCall(browser: Browser, address: string, mark: (what: string) => void): Promise<void> {
  const page = await browser.newPage()
  await page.goto(address)
  await page.getByTestId('run-demo').click()
  await page.getByTestId('answer').waitFor()
  mark('first click: the answer, its quote checked')
  await page.getByTestId('first-verify').click()
  const result = page.getByTestId('verify-result')
  await result.waitFor()
  if ((await result.getAttribute('data-good')) !== 'true')
    throw new Error(`The receipt did not verify: ${await result.textContent()}`)
  mark('second click: the receipt is verified')
}

/** npm starts the server as a child of its own, so the whole group is told. */
async function ended(server: ChildProcess | undefined): Promise<void> {
  if (server?.pid === undefined || server.exitCode !== null) return
  const gone = new Promise(resolve => server.once('exit', resolve))
  process.kill(-server.pid, 'SIGTERM')
  await gone
}

function show(marks: readonly { readonly what: string; readonly at: number }[]): void {
  printTable(
    ['from the start of git clone until', 'seconds'],
    marks.map(({ what, at }) => [what, at.toFixed(1)]),
  )
  saveFigures(import.meta.dirname, {
    seconds: Object.fromEntries(marks.map(({ what, at }) => [what, Number(at.toFixed(1))])),
  })
}
