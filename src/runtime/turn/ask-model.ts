import {
  type Clock,
  type Model,
  type ModelEnd,
  type ModelRequest,
  type NativeCall,
  fault,
  messageOf,
} from '../../core/index.ts'
import { MAX_REPLY, type Reader, type Reply } from '../../protocol/index.ts'
import type { ModelStop } from './model-stop.ts'

export type ModelExchange = {
  readonly model: Model
  readonly request: ModelRequest
  /** Is fed while the reply arrives; when it has a whole call, the model is stopped. */
  readonly reader: Reader
  readonly onText: (text: string) => void
  /** Also after a whole call there may be another one that counts. */
  readonly untilEnd?: boolean
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly modelStop: ModelStop
}

export type ModelAnswer = {
  readonly reply: Reply & {
    readonly content: string
    readonly reasoning: string
    readonly calls: readonly NativeCall[]
  }
  readonly end: ModelEnd
  readonly milliseconds: number
  /** We had what we needed and stopped it. */
  readonly wasCut: boolean
}

/** One request, one reply. Whatever goes wrong on the other side is in `end.fault`. */
export async function askModel({
  model,
  request,
  reader,
  onText,
  untilEnd = false,
  clock,
  signal,
  modelStop,
}: ModelExchange): Promise<ModelAnswer> {
  const started = clock.monotonic()
  const texts: string[] = []
  const reasoning: string[] = []
  const calls: NativeCall[] = []
  let length = 0
  let wasCut = false
  let end: ModelEnd | undefined
  try {
    for await (const chunk of model.reply(request, modelStop.signal())) {
      if (chunk.kind === 'end') end = chunk
      else if (chunk.kind === 'call') calls.push(chunk.call)
      else {
        length += chunk.text.length
        if (chunk.kind === 'reasoning') reasoning.push(chunk.text)
        else {
          texts.push(chunk.text)
          reader.write(chunk.text)
          onText(chunk.text)
        }
      }
      wasCut = end === undefined && ((!untilEnd && reader.complete) || length > MAX_REPLY)
      if (end || wasCut || signal.aborted) break
    }
  } catch (thrown) {
    end = { kind: 'end', fault: fault('model_failed', `The model failed: ${messageOf(thrown)}`) }
  } finally {
    // A model that has come to its end by itself has nothing left to stop.
    if (!end || end.fault) modelStop.stop()
  }
  if (signal.aborted) end = { kind: 'end', fault: fault('tool_cancelled', 'The turn was cancelled.') }
  const ending = end ?? (wasCut ? ({ kind: 'end' } as const) : broken())
  const reply = { content: texts.join(''), reasoning: reasoning.join(''), calls }
  return { reply, end: ending, milliseconds: clock.monotonic() - started, wasCut }
}

const broken = (): ModelEnd => ({ kind: 'end', fault: fault('model_failed', 'The reply broke off without an end.') })
