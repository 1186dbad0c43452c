import { chooseCalls } from './choose.ts'
import { type Finding, findCalls } from './interpret.ts'
import { concludeLenient, contextOf } from './lenient.ts'
import { type ReadOptions, dialectsOf } from './options.ts'
import { type Reading, rejected } from './reading.ts'
import { Scanner } from './scan/scanner.ts'
import { readStrict } from './strict.ts'

export const MAX_REPLY: number = 8 * 1024 * 1024 // characters; far above any context window, far below what could hurt

/** Reads a reply while it arrives. Feed it chunks; stop the model as soon as `complete` is true; then ask for the `end`. */
export class Reader {
  readonly #options: ReadOptions
  readonly #scanner: Scanner
  #raw = ''
  #scanned = 0
  #complete = false

  constructor(options: ReadOptions) {
    this.#options = options
    this.#scanner = new Scanner(name => options.tools.find(name.replaceAll('\\_', '_')) !== undefined, options.startsInReasoning)
  }

  /** A valid call has been read to its end: what the model would add changes nothing. Never in strict, where an addition does. */
  get complete(): boolean {
    return this.#complete
  }

  write(chunk: string): void {
    if (this.#raw.length > MAX_REPLY) return
    this.#raw += chunk
    if (this.#options.profile === 'strict' || this.#raw.length > MAX_REPLY) return
    this.#scanner.write(chunk)
    if (!this.#complete && this.#scanner.pieces.length > this.#scanned) this.#lookForCall()
  }

  end(): Reading {
    if (this.#raw.length > MAX_REPLY) return tooLarge()
    if (this.#options.profile === 'strict') return readStrict(this.#raw, this.#options)
    this.#scanner.end()
    return concludeLenient({ raw: this.#raw, pieces: this.#scanner.pieces, findings: this.#findings() }, this.#options)
  }

  #lookForCall(): void {
    const { pieces } = this.#scanner
    this.#scanned = pieces.length
    const choice = chooseCalls(pieces, this.#findings(), { tools: this.#options.tools, context: contextOf('', this.#options) })
    this.#complete = choice.kind === 'calls'
  }

  #findings(): readonly Finding[] {
    return findCalls(this.#scanner.pieces, dialectsOf(this.#options), this.#options.tools)
  }
}

const tooLarge = (): Reading => ({
  move: rejected('extract', 'tool_call_invalid_format', `The reply is longer than ${MAX_REPLY} characters and was not read.`, { reason: 'too-large' }),
  text: '',
  ignored: { objects: 0, text: false },
  requests: [],
})
