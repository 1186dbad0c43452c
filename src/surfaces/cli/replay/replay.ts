import { existsSync, realpathSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { CountersignError, type Profile } from '../../../core/index.ts'
import { assemble, type Assembly } from '../../../runtime/index.ts'
import { EXIT, Failure, inputFailure, usageFailure } from '../failure.ts'
import { openFile } from '../input.ts'
import { OUTCOMES } from '../parse-result.ts'
import { type Terminal, resultText } from '../terminal.ts'
import { toolSources } from '../tool-file.ts'
import { matchesExpected } from './matches-expected.ts'
import { ReportFile } from './report-file.ts'
import { readReplayRow, type ReplayRow } from './replay-row.ts'
import { renderTally, Tally } from './tally.ts'

type ReplayFlags = { readonly profile: Profile; readonly out?: string; readonly json?: boolean }

/** `replay`: reads recorded replies and compares the calls with the expected ones. Only the reading is timed. */
export async function replay(file: string, flags: ReplayFlags, terminal: Terminal): Promise<number> {
  const size = sizeOf(file)
  const out = flags.out === undefined ? undefined : createReport(flags.out, file)
  const progress = showProgress(size, terminal)
  const run = new ReplayRun(flags)
  try {
    await readLines(file, progress.advance, line => run.line(line, out))
  } finally {
    progress.end()
    out?.close()
  }
  const result = { ...run.tally.result(), mb_per_s: run.megabytesPerSecond() }
  terminal.out(resultText(flags, result, renderTally(run.tally, run.megabytesPerSecond(), terminal.paint)))
  return EXIT.done
}

function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true) throw inputFailure(`There is no file ${file}.`)
  return found.size
}

/** Refuses to overwrite the input: it may be the only copy of the replies. */
function createReport(path: string, file: string): ReportFile {
  if (existsSync(path) && realpathSync(path) === realpathSync(file))
    throw usageFailure(`--out ${path} is the input file. Choose another.`)
  return new ReportFile(path)
}

/** Reads a file line by line, including empty lines, so that line numbers are right. */
async function readLines(
  file: string,
  onBytes: (bytes: number) => void,
  onLine: (line: string) => void,
): Promise<void> {
  try {
    for await (const line of createInterface({ input: openFile(file, onBytes), crlfDelay: Number.POSITIVE_INFINITY }))
      onLine(line)
  } catch (thrown) {
    const isOfTheFile =
      thrown instanceof Error && 'code' in thrown && !(thrown instanceof Failure || thrown instanceof CountersignError)
    throw isOfTheFile ? inputFailure(`Cannot read ${file}: ${thrown.message}`) : thrown
  }
}

class ReplayRun {
  readonly tally = new Tally()
  readonly #profile: Profile
  readonly #assemblies = new Map<string, Assembly>()
  #lines = 0
  #bytes = 0
  #milliseconds = 0

  constructor(flags: ReplayFlags) {
    this.#profile = flags.profile
  }

  line(line: string, out: ReportFile | undefined): void {
    this.#lines++
    if (line.trim() === '') return
    const row = readReplayRow(line, this.#lines)
    const assembly = this.#assemblyFor(row)
    const started = performance.now()
    const { move, requests } = assembly.read({ content: row.raw }, { profile: this.#profile })
    this.#milliseconds += performance.now() - started
    this.#bytes += Buffer.byteLength(row.raw)
    const calls = move.kind === 'calls' ? move.calls.map(call => ({ tool: call.tool.name, args: call.args })) : []
    const first = move.kind === 'calls' ? move.calls[0].reading : requests[0]
    const code = move.kind === 'rejected' ? move.rejection.fault.code : null
    const correct = matchesExpected(calls, row.expected)
    this.tally.add({ model: row.model, expectsCall: row.expected.length > 0, calls: calls.length, correct, code })
    out?.write({
      id: row.id,
      outcome: OUTCOMES[move.kind],
      calls,
      correct,
      dialect: first?.dialect ?? null,
      fixups: first?.fixups ?? [],
      code,
    })
  }

  megabytesPerSecond(): number {
    return this.#milliseconds === 0 ? 0 : Math.round(this.#bytes / this.#milliseconds / 10) / 100
  }

  /** Rows often share their tools, so each set of tools gets one assembly. */
  #assemblyFor(row: ReplayRow): Assembly {
    const key = JSON.stringify(row.tools)
    const known = this.#assemblies.get(key)
    if (known !== undefined) return known
    const made = assembleAt(row, `line ${this.#lines}`)
    this.#assemblies.set(key, made)
    return made
  }
}

/** Reports invalid tools with their line. */
function assembleAt(row: ReplayRow, where: string): Assembly {
  try {
    return assemble({ tools: toolSources(row.tools, where) })
  } catch (thrown) {
    throw thrown instanceof CountersignError ? new CountersignError(thrown.code, `${where}: ${thrown.message}`) : thrown
  }
}

const WIDTH = 30
const REDRAW_MS = 100

/** A progress bar on a terminal; nothing elsewhere. */
function showProgress(totalBytes: number, terminal: Terminal): { advance: (bytes: number) => void; end: () => void } {
  let done = 0
  let drawn = 0
  const advance = (bytes: number): void => {
    done += bytes
    const now = performance.now()
    if (!terminal.isInteractive || now - drawn < REDRAW_MS) return
    drawn = now
    const share = totalBytes === 0 ? 1 : Math.min(1, done / totalBytes)
    const filled = Math.round(share * WIDTH)
    process.stderr.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.round(share * 100)} %`)
  }
  return { advance, end: () => void (drawn > 0 ? process.stderr.write(`\r${' '.repeat(WIDTH + 8)}\r`) : undefined) }
}
