import { onTestFinished } from 'vitest'
import { type Fault, type Result, isJsonObject } from '../../../src/core/index.ts'
import { type CallResult, type Runtime, openRuntime, refusal } from '../../../src/runtime/index.ts'
import { configWith } from '../../open-test-runtime.ts'
import type { Answer, DoorOptions } from '../door.ts'

/** A real runtime on real files; closed when the test has ended. */
export async function openBehind({
  settings,
  trust = 'Provisional',
  ...options
}: DoorOptions): Promise<Result<Runtime>> {
  const opened = await openRuntime({ ...options, trust, config: configWith(settings) })
  if (opened.ok) onTestFinished(async () => void (await opened.value.close()))
  return opened
}

export function orThrow(opened: Result<Runtime>): Runtime {
  if (opened.ok) return opened.value
  throw new Error(`${opened.error.code}: ${opened.error.message}`)
}

export const answerOf = ({ ok, text, data, receipt, fault }: CallResult): Answer => ({
  ok,
  code: fault?.code ?? null,
  text,
  data,
  receiptId: receipt?.receipt_id ?? null,
  approval: approvalIn(fault?.detail),
})

export const refused = (error: Fault): Answer => answerOf(refusal(error))

export function approvalIn(detail: unknown): string | null {
  const id = isJsonObject(detail) ? detail['approval'] : undefined
  return typeof id === 'string' ? id : null
}
