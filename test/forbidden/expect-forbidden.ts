import { join } from 'node:path'
import { expect } from 'vitest'
import { FAULTS, type JsonObject, isJsonObject } from '../../src/core/index.ts'
import { type Entry, readEntries, systemDisk, verifyAll } from '../../src/ledger/index.ts'
import type { Answer, Door } from './door.ts'
import type { Attempt, ForbiddenCase, Recorded } from './forbidden-case.ts'
import { CANARY } from './kit.ts'
import { type World, createWorld } from './world.ts'

type Tried = {
  readonly answer: Answer
  readonly written: readonly Entry[]
  readonly ran: boolean
  readonly attempt: Attempt
}

async function attemptIn(world: World, { prepare }: ForbiddenCase, stands: boolean): Promise<Tried> {
  const attempt = await prepare(world, stands)
  const before = { effects: world.effects(), lines: logOf(world).length }
  const answer = await attempt.at.call(attempt.order)
  const ran = world.effects() !== before.effects || answer.text.includes(CANARY)
  return { answer, written: logOf(world).slice(before.lines), ran, attempt }
}

const logOf = ({ root }: World): readonly Entry[] => [
  ...readEntries({ disk: systemDisk(join(root, '.control-room', 'audit')) }),
]

/** It did not run, it says why, and the records say so, too, without a contradiction among them. */
export async function expectForbidden(which: ForbiddenCase, door: Door): Promise<void> {
  const { answer, written, ran, attempt } = await attemptIn(createWorld(door), which, true)
  expect({ ran, ok: answer.ok, code: answer.code }).toEqual({ ran: false, ok: false, code: which.code })
  if (which.recorded === 'nothing') {
    expect(written.filter(({ type }) => type !== 'system')).toEqual([])
    expect(answer.receiptId).toBeNull()
    return
  }
  expectRecorded(which, written, answer)
  expect(verifyAll(attempt.at.runtime().ledgerOptions).failed).toEqual([])
}

type Expected = { readonly types: readonly string[]; readonly results: readonly string[] }

const EXPECTED: Readonly<Record<Recorded, Expected>> = {
  refusal: { types: ['refusal'], results: ['blocked'] },
  outcome: { types: ['outcome'], results: ['error'] },
  'intent and outcome': { types: ['intent', 'outcome'], results: ['error', 'rollback'] },
  attempt: { types: ['attempt'], results: ['blocked', 'rejected'] },
  nothing: { types: [], results: [] },
}

function expectRecorded({ code, recorded }: ForbiddenCase, written: readonly Entry[], answer: Answer): void {
  const { types, results } = EXPECTED[recorded]
  // A question to a person may stand before it, and what a turn says of itself around it; an intent may not, because nothing was about to happen.
  const told = written.filter(({ type, body: { audit } }) => type === 'intent' || isJsonObject(audit))
  expect(told.map(({ type }) => type)).toEqual(types)
  const body = told.at(-1)?.body ?? {}
  const [audit, receipt] = [objectIn(body, 'audit'), objectIn(body, 'receipt')]
  expect(audit['error_category']).toBe(FAULTS[code].category)
  expect(results).toContain(audit['result'])
  expect(audit['receipt_id'] ?? null).toBe(answer.receiptId)
  if (recorded === 'attempt')
    expect({ receipt: body['receipt'], id: answer.receiptId }).toEqual({ receipt: undefined, id: null })
  else expect(objectIn(objectIn(receipt, 'outputs'), 'error')).toEqual({ code, category: FAULTS[code].category })
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

/** The counterpart: with the one obstacle gone the same call does run, so it was the obstacle that stopped it. */
export async function expectAllowed(which: ForbiddenCase, door: Door): Promise<void> {
  const { answer, ran } = await attemptIn(createWorld(door), which, false)
  expect({ ran, ok: answer.ok, code: answer.code }).toEqual({ ran: true, ok: true, code: null })
  expect(answer.receiptId).toMatch(/^rcpt_/)
}
