import { type Json, type JsonObject, type Result, fault, parseJsonText } from '../../core/index.ts'
import { authorization } from '../endpoint.ts'
import type { ServerConnection } from './connection.ts'
import { startDeadlines } from './deadlines.ts'
import { isOk, readBodyText } from './http-client.ts'
import { createRetryPolicy, pauseFor } from './retry.ts'
import { failureOfRefusal } from './server-error.ts'
import { type AttemptFailure, cancelled, attemptFailure, attemptFailureOf, unreachable } from './attempt-failure.ts'

/** A small question about the server; with a body it is a POST. */
export type ServerQuestion = { readonly url: string; readonly body?: JsonObject }

/** Waits for a busy or loading server within the budget; an unreachable one fails at once. */
export async function askJson(
  question: ServerQuestion,
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<Result<Json>> {
  const retry = createRetryPolicy(connection)
  for (;;) {
    if (signal.aborted) return { ok: false, error: cancelled() }
    const answer = await ask(question, connection, signal)
    if ('value' in answer) return { ok: true, value: answer.value }
    const pause = answer.fault.code === 'model_unreachable' ? undefined : retry(answer)
    if (pause === undefined) return { ok: false, error: answer.fault }
    await pauseFor(pause, signal)
  }
}

const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024 // a description of a model may hold its whole licence and template

async function ask(
  { url, body }: ServerQuestion,
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<{ readonly value: Json } | AttemptFailure> {
  const { endpoint, send, clock, limits } = connection
  const silent = `no answer within ${limits.connectMs / 1_000} seconds`
  const late = fault(
    'model_timeout',
    `${endpoint.base} began to answer and did not go on (${silent}; connect_secs in [providers]).`,
  )
  const deadlines = startDeadlines(signal, { milliseconds: 2 * limits.connectMs, late })
  const headers = { ...authorization(endpoint), ...(body && { 'content-type': 'application/json' }) }
  try {
    deadlines.expect({ milliseconds: limits.connectMs, late: unreachable(endpoint, silent) })
    const sent = send({ url, headers, body: body && JSON.stringify(body) }, deadlines.signal)
    const answer = await deadlines.during(sent)
    deadlines.expect({ milliseconds: limits.connectMs, late })
    const text = await deadlines.during(readBodyText(answer.body, MAX_ANSWER_BYTES))
    if (text === undefined)
      return attemptFailure(fault('model_reply_too_large', `The answer of ${url} is too long to be one.`))
    if (!isOk(answer)) {
      const refusal = { status: answer.status, body: text, retryAfter: answer.header('retry-after') }
      return failureOfRefusal(refusal, { endpoint, sent: [], now: clock.now() })
    }
    const value = parseJsonText(text)
    return value === undefined
      ? attemptFailure(fault('model_reply_unreadable', `${url} answers with something that is no JSON.`))
      : { value }
  } catch (thrown) {
    const reason = deadlines.reason()
    return reason ? attemptFailure(reason) : attemptFailureOf(thrown, endpoint)
  } finally {
    deadlines.stop()
  }
}
