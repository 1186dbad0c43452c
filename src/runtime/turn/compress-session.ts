import { type Model, type Result, type Scope, type ToolOutput, fail, succeed } from '../../core/index.ts'
import { readReply, summaryRequest } from '../../protocol/index.ts'
import { type CompactionMethod, type CompressionResult, compressConversation } from '../../session/index.ts'
import type { Runtime, TurnRuntime } from '../runtime.ts'

type Compression = {
  readonly runtime: Pick<Runtime, 'models' | 'catalog' | 'sessions'>
  readonly session: string
  /** The one that answers, if no other was named for it. */
  readonly model: Model | undefined
  readonly signal: AbortSignal
}

/** The older part of a conversation in a few words. If that fails, everything stays as it was. */
export async function compressSession(
  { runtime, session, model, signal }: Compression,
  method: CompactionMethod,
): Promise<Result<CompressionResult>> {
  const by = runtime.models.compress ?? model ?? runtime.models.main
  if (!by) return fail('model_unreachable', 'There is no model that could compress the conversation.')
  const readSummary = (text: string): string =>
    readReply({ content: text }, { profile: 'lenient' }, runtime.catalog.only([])).text
  return compressConversation({
    sessions: runtime.sessions,
    model: by,
    session,
    method,
    signal,
    summaryRequest,
    readSummary,
  })
}

/** The model has asked for it itself, by a call. */
export async function compressByTool(
  { session, turn, signal }: Scope,
  runtime: TurnRuntime,
): Promise<Result<ToolOutput>> {
  const asking = runtime.openTurns.get(turn)
  const done = await compressSession({ runtime, session, model: asking?.model, signal }, 'Autonomous')
  if (!done.ok) return done
  const { before, after, replaced } = done.value
  if (replaced > 0) await asking?.reread?.()
  const text =
    replaced === 0
      ? 'There is nothing to compress yet.'
      : `${replaced} messages are now a summary: about ${after} tokens instead of ${before}.`
  return succeed({ text, data: { before, after, replaced }, sources: [] })
}
