import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { builtProgram } from '../built-program.ts'

export type Child = {
  readonly process: ChildProcess
  /** All that it has printed so far. */
  readonly printed: () => string
  /** When it has printed this. */
  readonly says: (text: string) => Promise<void>
  readonly tell: (line: string) => void
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}
export type ChildOptions = {
  readonly args: readonly string[]
  /** The largest file that it may write. */
  readonly fileKiB?: number
  readonly environment?: { readonly [name: string]: string }
  /** What it writes to standard error counts as printed, too. */
  readonly hearsErrors?: boolean
}

/** Runs a script of this folder in a process of its own, which does not outlive the test. */
export const runChild = (script: string, options: ChildOptions): Child =>
  runNode(['--import', 'tsx', fileURLToPath(new URL(script, import.meta.url))], options)

/** The same for the program itself. */
export const runProgram = (options: ChildOptions): Child => runNode([builtProgram()], options)

function runNode(
  start: readonly string[],
  { args, fileKiB, environment = {}, hearsErrors = false }: ChildOptions,
): Child {
  const node = [process.execPath, ...start, ...args]
  // Ignored, the signal for a file that is too large becomes a write that fails, as on a full disk.
  const limited = ['bash', '-c', `trap '' XFSZ; ulimit -f ${fileKiB}; exec "$@"`, 'bash', ...node]
  const [command = '', ...rest] = fileKiB === undefined ? node : limited
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', hearsErrors ? 'pipe' : 'inherit'],
    env: { ...process.env, ...environment },
  })
  let out = ''
  const heard = new EventEmitter()
  child.stdin?.on('error', () => {}) // it may be killed while it is told something
  const hear = (text: string): void => {
    out += text
    heard.emit('more')
  }
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear)
  const ended = new Promise<Awaited<Child['ended']>>(resolve =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    process: child,
    printed: () => out,
    says: text => waitFor({ child, heard }, () => out.includes(text), text),
    tell: line => void child.stdin?.write(`${line}\n`),
    ended,
  }
}

type Heard = { readonly child: ChildProcess; readonly heard: EventEmitter }

function waitFor({ child, heard }: Heard, holds: () => boolean, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (!holds()) return
      heard.off('more', look)
      resolve()
    }
    heard.on('more', look)
    child.once('close', () => reject(new Error(`The process ended without saying "${text}".`)))
    look()
  })
}
