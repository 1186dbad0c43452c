import type { Toolbox } from '../core/index.ts'
import { type Asked, chooseCalls } from './choose.ts'
import { CallFinder } from './interpret.ts'
import { concludeLenient, contextOf } from './lenient.ts'
import { type ReadOptions, dialectsOf } from './options.ts'
import { type Reading, rejected } from './reading.ts'
import { Scanner } from './scan/scanner.ts'
import { readStrict } from './strict.ts'

export const MAX_REPLY: number = 8 * 1024 * 1024 // characters; far above any context window, far below what could hurt
const MAX_LOOKS = 16 // each look at all findings costs their number; past this only the end decides

/** Reads a reply while it arrives. Feed it chunks; stop the model as soon as `complete` is true; then ask for the `end`. */
export class Reader {
  private readonly options: ReadOptions
  private readonly scanner: Scanner
  private readonly finder: CallFinder
  private chunks = ''
  private looks = 0
  private found = false

  constructor(options: ReadOptions) {
    this.options = options
    this.scanner = new Scanner(toolTest(options.tools), options.startsInReasoning)
    this.finder = new CallFinder(this.scanner, dialectsOf(options), options.tools)
  }

  /** A valid call has been read to its end: what the model would add changes nothing. Never in strict, where an addition does. */
  get complete(): boolean {
    if (!this.found && this.options.profile !== 'strict') this.lookForCall()
    return this.found
  }

  write(chunk: string): void {
    this.chunks += chunk
    if (this.options.profile === 'strict' || this.chunks.length > MAX_REPLY) return
    this.scanner.write(chunk)
  }

  end(): Reading {
    if (this.chunks.length > MAX_REPLY) return tooLarge()
    if (this.options.profile === 'strict') return readStrict(this.chunks, this.options)
    this.scanner.end()
    this.finder.advance(true)
    return concludeLenient({ raw: this.chunks, pieces: this.scanner.pieces, findings: this.finder.findings }, this.options)
  }

  private lookForCall(): void {
    const before = this.finder.findings.length
    this.finder.advance(false)
    if (this.finder.findings.length === before || this.looks > MAX_LOOKS) return
    this.looks++
    const asked: Asked = { tools: this.options.tools, context: contextOf('', this.options) }
    this.found = chooseCalls(this.scanner.pieces, this.finder.findings, asked).kind === 'calls'
  }
}

const toolTest =
  (tools: Toolbox) =>
  (name: string): boolean =>
    tools.find(name.includes('\\') ? name.replaceAll('\\_', '_') : name) !== undefined

const tooLarge = (): Reading => ({
  move: rejected('extract', `The reply is longer than ${MAX_REPLY} characters and was not read.`, 'too-large'),
  text: '',
  ignored: { objects: 0, text: false },
  requests: [],
})
