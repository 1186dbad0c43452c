import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { Readable, Writable } from 'node:stream'
import { type Result, fail, succeed } from '../../core/index.ts'
import { childProcesses } from './child-processes.ts'
import type { SandboxLimits } from './confinement.ts'
import { type KeptOutput, type OutputKeeper, createOutputKeeper } from './keep-output.ts'
import { findProcessLimits } from './process-limits.ts'
import { type Overrun, type UsageWatch, watchUsage } from './watch-usage.ts'

/** Why a command ended: by itself, or because a limit or a person stopped it. */
export type EndReason = 'exit' | 'timeout' | 'cancelled' | 'output' | Overrun

export type CommandEnd = {
  readonly stdout: KeptOutput
  readonly stderr: KeptOutput
  readonly exitCode: number
  readonly ending: EndReason
}

export type OutputPart = { readonly stream: 'stdout' | 'stderr'; readonly text: string }

export type ToWatch = {
  readonly program: string
  readonly arguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  readonly limits: SandboxLimits
  readonly signal: AbortSignal
  /** Handed to the child as descriptors 4, 5, …; on descriptor 3 it reports the first process in the sandbox. */
  readonly given: readonly Buffer[]
  /** Where usage is measured; undefined for a process that has no sandbox around it. */
  readonly usageRoot: string | undefined
  readonly onOutput?: ((part: OutputPart) => void) | undefined
}

const MAX_OUTPUT = 100 * 1024 * 1024 // more is a program that does not stop talking
const KILLED = 137
const EXIT_CODES: Readonly<Partial<Record<EndReason, number>>> = { timeout: 124, cancelled: 130 }

/** Runs a program to its end, and sees to it that it comes to one. Everything that it started ends with it. */
export function runWatched(work: ToWatch): Promise<Result<CommandEnd>> {
  if (work.signal.aborted) return Promise.resolve(fail('tool_cancelled', 'The command was cancelled before it ran.'))
  return new Promise(resolve => {
    const pipes = ['ignore', 'pipe', 'pipe', 'pipe', ...work.given.map(() => 'pipe' as const)] as const
    const processLimits = findProcessLimits(work.limits.processes)
    const [program, ...args] = processLimits?.under(work.program, work.arguments) ?? [work.program, ...work.arguments]
    const child = start(() =>
      childProcesses().spawn(program, args, {
        cwd: work.folder,
        env: work.environment,
        stdio: [...pipes],
        detached: true,
      }),
    )
    if (typeof child === 'string') {
      processLimits?.remove()
      resolve(fail('sandbox_unavailable', `${work.program} could not be started: ${child}`))
      return
    }
    giveWay(child)
    const watch = watchOver(child, work)
    const [stdout, stderr] = [
      listen(child.stdout, 'stdout', { work, stop: watch.stop }),
      listen(child.stderr, 'stderr', { work, stop: watch.stop }),
    ]
    handOver(child, work.given)
    child.once('error', thrown => {
      watch.end()
      processLimits?.remove()
      resolve(fail('sandbox_unavailable', `${work.program} could not be started: ${thrown.message}`))
    })
    child.once('close', (code, signal) => {
      const ending = watch.end()
      processLimits?.remove()
      const exitCode = EXIT_CODES[ending] ?? (ending !== 'exit' ? KILLED : (code ?? codeOf(signal)))
      resolve(succeed({ stdout: stdout.end(), stderr: stderr.end(), exitCode, ending }))
    })
  })
}

/** Some reasons are told at once, such as too long a list of words: then why, in words. */
function start(spawned: () => ChildProcess): ChildProcess | string {
  try {
    return spawned()
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

const LATER = 10

/** Lowers the command's priority, so that the processes that watch it get their turn. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, LATER)
  } catch {
    // it has ended already, or runs at a lower priority than that
  }
}

const codeOf = (signal: NodeJS.Signals | null): number => (signal === 'SIGTERM' ? 143 : KILLED)

/** A child that does not read its input is no failure. */
function handOver(child: ChildProcess, given: readonly Buffer[]): void {
  for (const [at, bytes] of given.entries()) {
    const pipe = child.stdio[at + 4]
    if (!(pipe instanceof Writable)) continue
    pipe.on('error', () => {})
    pipe.end(bytes)
  }
}

type Listening = { readonly work: ToWatch; readonly stop: (ending: EndReason) => void }

function listen(stream: Readable | null, name: OutputPart['stream'], { work, stop }: Listening): OutputKeeper {
  const keeper = createOutputKeeper(work.limits.keptBytes)
  stream?.on('data', (chunk: Buffer) => {
    keeper.add(chunk)
    work.onOutput?.({ stream: name, text: chunk.toString().toWellFormed() })
    if (keeper.bytes() > MAX_OUTPUT) stop('output')
  })
  stream?.on('error', () => {})
  return keeper
}

type Watch = { readonly stop: (ending: EndReason) => void; readonly end: () => EndReason }

/** The first reason to stop is the one that is told. */
function watchOver(child: ChildProcess, { limits, signal, usageRoot }: ToWatch): Watch {
  let ending: EndReason = 'exit'
  let usage: UsageWatch | undefined
  let first: number | undefined
  const stop = (why: EndReason): void => {
    if (ending === 'exit') ending = why
    kill(child, first)
  }
  const cancel = (): void => stop('cancelled')
  const timer = setTimeout(() => stop('timeout'), limits.timeoutMs)
  signal.addEventListener('abort', cancel)
  onFirstProcess(child, pid => {
    first = pid
    if (ending !== 'exit') kill(child, first)
    else if (usageRoot !== undefined) usage = watchUsage({ pid, root: usageRoot, limits, onOverrun: stop })
  })
  return {
    stop,
    end() {
      clearTimeout(timer)
      usage?.stop()
      signal.removeEventListener('abort', cancel)
      return ending
    },
  }
}

/** The first process of the sandbox takes all others with it; without a sandbox the group of the child is ended. */
function kill(child: ChildProcess, first: number | undefined): void {
  for (const target of [first, child.pid === undefined ? undefined : -child.pid]) {
    if (target === undefined) continue
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      continue // it has ended already
    }
  }
}

function onFirstProcess(child: ChildProcess, found: (pid: number) => void): void {
  const status = child.stdio[3]
  if (!(status instanceof Readable)) return
  let text = ''
  status.on('error', () => {})
  status.on('data', (chunk: Buffer) => {
    const before = /"child-pid": *[0-9]+/.test(text)
    text = (text + chunk.toString()).slice(-4_096)
    const pid = /"child-pid": *([0-9]+)/.exec(text)?.[1]
    if (pid !== undefined && !before) found(Number(pid))
  })
}
