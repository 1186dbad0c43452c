import {
  type AssessmentContext,
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
import type { CallRuntime } from './call-runtime.ts'

const WEIGHT: Readonly<Record<Risk, number>> = { read: 0, write: 1, destroy: 2 }

/** Builds what the gates see: the call, what it would do, and the keys under which it is counted. */
export async function propose(
  call: ToolCall,
  scope: Pick<Scope, 'event'> & AssessmentContext,
  runtime: CallRuntime,
): Promise<Result<Proposal>> {
  const definitionHash = runtime.catalog.definitionHash(call.tool.name)
  const executor = runtime.executorOf(call.tool.name)
  if (!executor || definitionHash === undefined)
    return fail('tool_call_unknown_tool', `Nothing here runs "${call.tool.name}".`)
  const refused = await executor.refuse?.(call)
  if (refused) return { ok: false, error: refused }
  const assessed = await assess(call, executor, scope)
  if (!assessed.ok) return assessed
  const assessment = inCleanWords(assessed.value, runtime)
  const signature = signatureOf(call, assessment.target?.name)
  return succeed({ call, assessment, definitionHash, signature, idempotencyKey: idempotencyKeyOf(call, scope.event) })
}

/** An executor may raise a call's risk above the definition's; it lowers it only where each call is assessed alone. */
async function assess(call: ToolCall, executor: Executor, asking?: AssessmentContext): Promise<Result<Assessment>> {
  const { name, risk, facts } = call.tool
  if (!executor.assess) return succeed({ risk, summary: `calls ${name}` })
  try {
    const found = await executor.assess(call, asking)
    if (!isAssessment(found))
      return fail('tool_failed', `"${name}" could not say what this call would do, so it does not run.`)
    return succeed({
      ...found,
      risk: facts.assessedAlone === true || WEIGHT[found.risk] >= WEIGHT[risk] ? found.risk : risk,
    })
  } catch (thrown) {
    return { ok: false, error: faultOf(thrown) }
  }
}

/** What a call would act on, for those who must know before the gates are asked; undefined if its tool cannot say. */
export async function targetOf(call: ToolCall, { executorOf }: CallRuntime): Promise<string | undefined> {
  const executor = executorOf(call.tool.name)
  const assessed = executor && (await executor.refuse?.(call)) === undefined ? await assess(call, executor) : undefined
  return assessed?.ok === true ? assessed.value.target?.name : undefined
}

/** A tool may be third-party code, so its types prove nothing. */
function isAssessment({ risk, summary, question, target }: Assessment): boolean {
  const isTarget = target === undefined || (typeof target.name === 'string' && target.name.isWellFormed())
  return Object.hasOwn(WEIGHT, risk) && isText(summary) && (question === undefined || isText(question)) && isTarget
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed()

/** These words are shown to people and kept in the records. */
function inCleanWords(assessment: Assessment, { filter }: CallRuntime): Assessment {
  const { summary, question } = assessment
  return {
    ...assessment,
    summary: filter.message(summary),
    ...(question !== undefined && { question: filter.message(question) }),
  }
}
