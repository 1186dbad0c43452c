import { type ChildProcess, spawn } from 'node:child_process'
import { type Interface, createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Ended } from '../command-line.ts'

export type Job = {
  /** Where the command is started. */
  readonly folder: string
  readonly state: string
  readonly words: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}
export type Outcome = Ended & { readonly crash: string | null }
export type VerbRunner = { readonly run: (job: Job) => Promise<Outcome>; readonly close: () => void }

const LONGEST_MS = 20_000
const SCRIPT = fileURLToPath(new URL('run-verbs.ts', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

type Beside = { readonly child: ChildProcess; readonly tell: (job: Job) => void; readonly lines: Interface }

function startBeside(home: string): Beside {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_STATE_HOME: `${home}/.local/state`,
  }
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT], {
    cwd: PACKAGE,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {}) // it may be ended while it is told something
  return {
    child,
    tell: job => child.stdin.write(`${JSON.stringify(job)}\n`),
    lines: createInterface({ input: child.stdout }),
  }
}

/** Runs commands in a process beside this one; a command that does not end in time is ended, and that is its outcome. */
export function createVerbRunner(home: string): VerbRunner {
  let beside: Beside | undefined
  /** It may end between two jobs; then the next one gets another. */
  const start = (): Beside => {
    const made = startBeside(home)
    made.child.once('exit', () => (beside = beside === made ? undefined : beside))
    return made
  }
  return {
    run: job =>
      new Promise(resolve => {
        const { child, tell, lines } = (beside ??= start())
        const end = (outcome: Outcome): void => {
          clearTimeout(timer)
          lines.removeAllListeners()
          resolve(outcome)
        }
        const stop = (why: string): void => {
          child.kill('SIGKILL')
          beside = undefined
          end({ code: -1, out: '', err: '', crash: why })
        }
        const timer = setTimeout(() => stop(`it did not end within ${LONGEST_MS} ms`), LONGEST_MS)
        lines.once('line', line => end(JSON.parse(line) as Outcome))
        lines.once('close', () => stop('the process ended'))
        tell(job)
      }),
    close: () => void beside?.child.kill('SIGKILL'),
  }
}
