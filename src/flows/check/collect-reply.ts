import { type Model, type ModelEnd, type ModelRequest, type NativeCall, fault, messageOf } from '../../core/index.ts'

/** One reply as it came, before it was read. */
export type CollectedReply = { readonly text: string; readonly calls: readonly NativeCall[]; readonly end: ModelEnd }

/** Whatever goes wrong is in `end.fault`. */
export async function collectReply(model: Model, request: ModelRequest, signal: AbortSignal): Promise<CollectedReply> {
  const texts: string[] = []
  const calls: NativeCall[] = []
  const whole = (end: ModelEnd): CollectedReply => ({ text: texts.join(''), calls, end })
  try {
    for await (const chunk of model.reply(request, signal)) {
      if (signal.aborted) return whole(CANCELLED)
      if (chunk.kind === 'text') texts.push(chunk.text)
      else if (chunk.kind === 'call') calls.push(chunk.call)
      else if (chunk.kind === 'end') return whole(chunk)
    }
  } catch (thrown) {
    return whole({ kind: 'end', fault: fault('model_failed', `The model failed: ${messageOf(thrown)}`) })
  }
  return whole({ kind: 'end', fault: fault('model_failed', 'The reply broke off without an end.') })
}

const CANCELLED: ModelEnd = { kind: 'end', fault: fault('tool_cancelled', 'The request was cancelled.') }

/** Text and native calls of a reply, as one text to show. */
export function written({ text, calls }: Omit<CollectedReply, 'end'>): string {
  const native = calls.map(
    ({ name, arguments: args }) => `${name} ${typeof args === 'string' ? args : JSON.stringify(args)}`,
  )
  return [text.trim(), ...native].filter(part => part !== '').join('\n')
}
