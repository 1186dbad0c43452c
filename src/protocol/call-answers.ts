import { type CallRequest, type Result, type ToolCall, fault } from '../core/index.ts'
import type { CallAnswer, Rejection } from './reading.ts'
import { ofCatalog } from './refusal.ts'

/** Why a call that can be read does not run: what stands before it in the same reply. */
export const NOT_RUN = {
  repeated: 'It repeats, word for word, another call of the same reply.',
  unreadable: 'A call before it in the same reply could not be read.',
  dependent: 'It needs the result of another call of the same reply.',
  behindProse:
    'Other text stands between it and the call before it, so it may rest on a result that was not there yet.',
  held: 'A call before it in the same reply was refused, and it may depend on that one.',
} as const

export const toAnswer = ({ name, named }: CallRequest, result: Result<ToolCall>): CallAnswer => ({
  requested: name,
  args: named,
  ...(result.ok ? { call: result.value } : { rejection: ofCatalog(result.error) }),
})

export const notRun = ({ name, named }: CallRequest, because: keyof typeof NOT_RUN): CallAnswer => ({
  requested: name,
  args: named,
  rejection: notRunBecause(because),
})

const notRunBecause = (reason: keyof typeof NOT_RUN): Rejection => ({
  layer: 'extract',
  fault: fault('tool_call_not_run', NOT_RUN[reason], { reason }),
  fixups: [],
})

/** C-03: in this form one call a reply runs. */
export const furtherObject = ({ name, named }: CallRequest): CallAnswer => ({
  requested: name,
  args: named,
  rejection: {
    layer: 'extract',
    fault: fault('tool_call_multiple', 'In this form only the first call of a reply runs.'),
    fixups: [],
  },
})

/** Calls behind a refused one run only if they read: others may depend on what did not happen. */
export function heldBack(answers: readonly CallAnswer[]): readonly CallAnswer[] {
  let isBlocked = false
  return answers.map(answer => {
    if ('rejection' in answer) {
      isBlocked ||= answer.rejection.fault.code !== 'tool_call_not_run'
      return answer
    }
    const { id, requested, args, call } = answer
    return isBlocked && call.tool.risk !== 'read' ? { id, requested, args, rejection: notRunBecause('held') } : answer
  })
}

/** Those that do not run, in order. */
export const refusedIn = (answers: readonly CallAnswer[]): readonly RefusedAnswer[] =>
  heldBack(answers).filter(answer => 'rejection' in answer)

export type RefusedAnswer = Extract<CallAnswer, { readonly rejection: unknown }>
