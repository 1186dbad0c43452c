import { type Fixup, type Toolbox, fault } from '../core/index.ts'
import { chooseCalls } from './choose.ts'
import { parametersIn } from './tool-parameters.ts'
import { CallFinder } from './interpret.ts'
import { concludeLenient, contextOf } from './lenient.ts'
import { type ReadRequest, type ReadSettings, settingsOf } from './settings.ts'
import { type Move, type Reading, rejected, rejectedAs } from './reading.ts'
import { MAX_NESTING, MAX_REPLY, joinPieces } from './scan/piece.ts'
import { Scanner } from './scan/scanner.ts'
import { readStrict } from './strict.ts'
import { Layout } from './layout.ts'
import type { ChoiceContext } from './resolve-group.ts'
import { type OtherWriting, otherWritings } from './other-writings.ts'

const MAX_LOOKS = 64 // each look at all findings costs their number; past this only the end decides

/**
 * Reads a reply while it arrives. Feed it chunks, stop the model as soon as `complete` is true, then ask for the `end`.
 */
export class Reader {
  private readonly settings: ReadSettings
  private readonly scanner: Scanner
  private readonly finder: CallFinder
  private chunks = ''
  private looks = 0
  private isComplete = false
  private unsettled = false // a call is there, but what follows may still make it talk, or may be another call
  private hasNewEnd = false // of a line or a tag

  constructor(request: ReadRequest, tools: Toolbox) {
    const settings = settingsOf(request, tools)
    this.settings = settings
    this.scanner = new Scanner(parametersIn(settings.tools), settings.startsInReasoning)
    this.finder = finderOf(this.scanner, settings)
  }

  /** A valid call has been read to its end, so more text changes nothing. Never in strict, where an addition does. */
  get complete(): boolean {
    if (!this.isComplete && this.chunks !== '' && this.settings.profile !== 'strict') this.lookForCall()
    return this.isComplete
  }

  write(chunk: string): void {
    if (this.chunks.length > MAX_REPLY) return // refused already; what still comes is not kept
    this.chunks += chunk
    if (this.settings.profile === 'strict' || this.chunks.length > MAX_REPLY) return
    this.scanner.write(chunk)
    if (this.unsettled && /[\n>]/.test(chunk)) this.hasNewEnd = true
  }

  /** `isFinished`: the server said that the model ended by itself, which is known only now. */
  end(isFinished: boolean = this.settings.isFinished): Reading {
    if (this.chunks.length > MAX_REPLY) return tooLarge(`longer than ${MAX_REPLY} characters`)
    if (this.settings.profile === 'strict') this.scanner.write(this.chunks)
    this.scanner.end()
    if (this.scanner.tooDeep) return tooLarge(`nested deeper than ${MAX_NESTING} levels`)
    const isEmpty = joinPieces(this.scanner.pieces) === ''
    const left = isEmpty && isFinished && this.settings.profile !== 'strict' ? this.readReasoning() : undefined
    if (left !== undefined) return left
    if (this.scanner.unfinishedReasoning && isEmpty) return stillThinking()
    if (this.settings.profile === 'strict') return readStrict(this.chunks, this.scanner.pieces, this.settings)
    this.finder.isFinished = isFinished
    this.finder.advance(true)
    const findings = this.finder.findings
    for (const writing of findings.length === 0 ? otherWritings(this.chunks) : []) {
      const again = this.readAgain(writing, isFinished)
      if (again.move.kind === 'calls') return again
    }
    return concludeLenient({ raw: this.chunks, pieces: this.scanner.pieces, findings }, this.settings)
  }

  /**
   * A model that stopped with its call may have forgotten to end its reasoning: then the call is the last thing in it.
   */
  private readReasoning(): Reading | undefined {
    const raw = withoutReasoningTags(this.chunks)
    if (raw.trim() === '') return undefined
    const scanner = new Scanner(parametersIn(this.settings.tools))
    const finder = finderOf(scanner, this.settings)
    scanner.write(raw)
    scanner.end()
    finder.advance(true)
    const { pieces } = scanner
    const last = finder.findings.at(-1)
    if (last === undefined || !new Layout(pieces).placeOf(last.from, last.through).framed) return undefined
    const reading = concludeLenient({ raw, pieces, findings: finder.findings }, this.settings)
    const isLast = reading.move.kind === 'calls' && reading.text === reading.before
    return isLast ? { ...reading, recoveredFrom: 'reasoning' } : undefined
  }

  private readAgain({ text, fixup }: OtherWriting, isFinished: boolean): Reading {
    const scanner = new Scanner(parametersIn(this.settings.tools), this.settings.startsInReasoning)
    const finder = finderOf(scanner, this.settings, [fixup])
    finder.isFinished = isFinished
    scanner.write(text)
    scanner.end()
    finder.advance(true)
    return concludeLenient({ raw: text, pieces: scanner.pieces, findings: finder.findings }, this.settings)
  }

  private lookForCall(): void {
    const before = this.finder.findings.length
    this.finder.advance(false)
    const isNews = this.finder.findings.length !== before || this.hasNewEnd
    if (!isNews || this.looks > MAX_LOOKS || this.chunks.length > MAX_REPLY) return
    this.looks++
    this.hasNewEnd = false
    const asked: ChoiceContext = {
      tools: this.settings.tools,
      context: { ...contextOf('', this.settings), sound: false },
      shown: this.settings.shown,
    }
    const choice = chooseCalls(this.scanner.piecesSoFar(), this.finder.findings, asked)
    this.isComplete = choice.kind === 'calls' && choice.isSettled()
    this.unsettled = choice.kind === 'calls' && !this.isComplete
  }
}

const finderOf = (
  scanner: Scanner,
  { dialects, tools, isFinished }: ReadSettings,
  known: readonly Fixup[] = [],
): CallFinder => new CallFinder(scanner, { dialects, tools, isFinished, known })

const stillThinking = (): Reading =>
  unread(rejected('extract', 'The reply ended before the model had finished thinking.', 'unfinished-reasoning'))

const tooLarge = (how: string): Reading =>
  unread(rejectedAs('extract', fault('tool_call_output_limit', `The reply is ${how} and was not read.`)))

const unread = (move: Move): Reading => ({
  move,
  text: '',
  ignored: { objects: 0, text: false },
  requests: [],
  answers: [],
})

const TAGS =
  /<\/?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratch_?pad)>|\[\/?(?:think(?:ing)?|thoughts?|reasoning)\]/gi

/** The words of the reasoning as if they were the reply. */
const withoutReasoningTags = (text: string): string => text.replace(TAGS, '')
