import type { JsonObject, ToolCall } from '../../core/index.ts'
import { type Move, type Reading, needsConfirmation, refusedIn } from '../../protocol/index.ts'

/** Public names of a reply's outcome. */
export const OUTCOMES: Readonly<Record<Move['kind'], string>> = {
  calls: 'tool_call',
  final: 'final',
  answer: 'message',
  rejected: 'rejected',
}

/** The public form of a reading (contracts §2, `parse`). */
export function parseResult({ move, text, ignored, requests, answers, recoveredFrom }: Reading): JsonObject {
  const calls = move.kind === 'calls' ? move.calls : []
  const [first] = calls
  const unrun = move.kind === 'calls' ? notRun(answers) : []
  const rejection = move.kind === 'rejected' ? move.rejection : undefined
  return {
    outcome: OUTCOMES[move.kind],
    call: first === undefined ? null : callResult(first),
    calls: calls.map(callResult),
    text,
    code: rejection?.fault.code ?? null,
    layer: rejection?.layer ?? null,
    detail: rejection === undefined ? null : { message: rejection.fault.message, ...rejection.fault.detail },
    dialect: first?.reading.dialect ?? requests[0]?.dialect ?? null,
    fixups: [...(first?.reading.fixups ?? requests[0]?.fixups ?? rejection?.fixups ?? [])],
    aliases: [...(first?.reading.aliases ?? [])],
    ignored: { objects: ignored.objects, text: ignored.text, ...(unrun.length > 0 && { calls: unrun }) },
    confirm: first !== undefined && needsConfirmation(first),
    ...(recoveredFrom === undefined ? {} : { recovered_from: recoveredFrom }),
  }
}

/** Calls that were read and do not run, with the reason. */
const notRun = (answers: Reading['answers']): JsonObject[] =>
  refusedIn(answers).map(({ requested, rejection: { fault } }) => ({
    requested_tool: requested,
    code: fault.code,
    message: fault.message,
  }))

const callResult = (call: ToolCall): JsonObject => ({
  tool: call.tool.name,
  args: call.args,
  requested_tool: call.reading.requested,
})
