import {
  type Assessment,
  type Executor,
  type Proposal,
  type Result,
  type Risk,
  type Scope,
  type ToolCall,
  fail,
  succeed,
} from '../../core/index.ts'
import { idempotencyKeyOf, signatureOf } from '../../gates/index.ts'
import { faultOf } from '../../executors/index.ts'
import type { CallParts } from './call-parts.ts'

const WEIGHT: Readonly<Record<Risk, number>> = { read: 0, write: 1, destroy: 2 }

/** What the gates are shown: the call, what it would do, and the names under which it is counted. */
export async function propose(call: ToolCall, scope: Pick<Scope, 'event'>, parts: CallParts): Promise<Result<Proposal>> {
  const definitionHash = parts.catalog.definitionHash(call.tool.name)
  const executor = parts.executorOf(call.tool.name)
  if (!executor || definitionHash === undefined) return fail('tool_call_unknown_tool', `Nothing here runs "${call.tool.name}".`)
  const refused = executor.refuse?.(call)
  if (refused) return { ok: false, error: refused }
  const assessed = await assess(call, executor)
  if (!assessed.ok) return assessed
  const assessment = assessed.value
  const signature = signatureOf(call, assessment.target?.name)
  return succeed({ call, assessment, definitionHash, signature, idempotencyKey: idempotencyKeyOf(call, scope.event) })
}

/** An executor may find a call more dangerous than its definition says, never less. */
async function assess(call: ToolCall, executor: Executor): Promise<Result<Assessment>> {
  const { name, risk } = call.tool
  if (!executor.assess) return succeed({ risk, summary: `calls ${name}` })
  try {
    const found = await executor.assess(call)
    return succeed({ ...found, risk: WEIGHT[found.risk] >= WEIGHT[risk] ? found.risk : risk })
  } catch (thrown) {
    return { ok: false, error: faultOf(thrown) }
  }
}
