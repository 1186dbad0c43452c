import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
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

/** Runs commands in a process beside this one; a command that does not end in time is ended, and that is its outcome. */
export function createVerbRunner(home: string): VerbRunner {
  let child: ChildProcess | undefined
  const started = (): ChildProcess => {
    const env = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: `${home}/.config`, XDG_STATE_HOME: `${home}/.local/state` }
    const fresh = spawn(process.execPath, ['--import', 'tsx', SCRIPT], { cwd: PACKAGE, env, stdio: ['pipe', 'pipe', 'inherit'] })
    fresh.stdin.on('error', () => {}) // it may be ended while it is told something
    return fresh
  }
  return {
    run: job =>
      new Promise(resolve => {
        child ??= started()
        const { stdin, stdout } = child
        if (!stdin || !stdout) throw new Error('the process has no streams')
        const lines = createInterface({ input: stdout })
        const end = (outcome: Outcome): void => {
          clearTimeout(timer)
          lines.removeAllListeners()
          lines.close()
          resolve(outcome)
        }
        const stop = (why: string): void => {
          child?.kill('SIGKILL')
          child = undefined
          end({ code: -1, out: '', err: '', crash: why })
        }
        const timer = setTimeout(() => stop(`it did not end within ${LONGEST_MS} ms`), LONGEST_MS)
        lines.once('line', line => end(JSON.parse(line) as Outcome))
        lines.once('close', () => stop('the process ended'))
        stdin.write(`${JSON.stringify(job)}\n`)
      }),
    close: () => void child?.kill('SIGKILL'),
  }
}
