import {
  type Capability,
  type Json,
  type JsonObject,
  type Risk,
  type Trust,
  hashJson,
  isJsonList,
  isJsonObject,
  textOf,
} from '../../core/index.ts'
import type { HandedCall } from '../../session/index.ts'
import type { CallRuntime, Decided } from './call-runtime.ts'
import type { RecordedCall } from './record-call.ts'

/** The same for the same tool with the same arguments, however they are spelled as JSON. */
export const actionHashOf = (tool: string, args: Json): string => hashJson([tool, args])

/** What must be remembered of a call so that its outcome can be recorded later, by whatever process. */
export function handedCall({ proposal, scope, notes, decidedBy }: Decided, { filter }: CallRuntime): HandedCall {
  const { call, assessment, definitionHash, idempotencyKey, signature } = proposal
  const { profile, dialect, fixups, aliases, requested } = call.reading
  const { session, turn, agent, event, trust } = scope
  const args: JsonObject = filter.json(call.args)
  return {
    id: call.id,
    principal: scope.principal,
    session,
    tool: call.tool.name,
    actionHash: actionHashOf(call.tool.name, call.args),
    signature,
    about: {
      args,
      capability: call.tool.capability,
      reading: { profile, dialect, fixups: [...fixups], aliases: [...aliases], requested },
      origin: { ...call.origin },
      risk: assessment.risk,
      definition_hash: definitionHash,
      idempotency_key: idempotencyKey,
      scope: { session, turn, agent, event, trust },
      notes,
      decided_by: decidedBy,
    },
  }
}

const objectIn = (value: JsonObject, key: string): JsonObject => (isJsonObject(value[key]) ? value[key] : {})
const textsIn = (value: Json | undefined): readonly string[] => (isJsonList(value) ? value.map(textOf) : [])

/** Only ever read from our own state folder, where `handedCall` wrote it. */
export function recordedCall({ id, tool, about }: HandedCall): RecordedCall {
  const [reading, origin, scope] = [objectIn(about, 'reading'), objectIn(about, 'origin'), objectIn(about, 'scope')]
  const words = { risk: textOf(about['risk']), trust: textOf(scope['trust']), capability: textOf(about['capability']) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by handedCall, from a Decided
  const { risk, trust, capability } = words as {
    readonly risk: Risk
    readonly trust: Trust
    readonly capability: Capability
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  const how = {
    profile: textOf(reading['profile']),
    dialect: textOf(reading['dialect']),
  } as RecordedCall['proposal']['call']['reading']
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  const made = {
    phase: textOf(origin['phase']),
    agent: textOf(origin['agent']),
  } as RecordedCall['proposal']['call']['origin']
  return {
    attempt: undefined,
    notes: objectIn(about, 'notes'),
    decidedBy: textOf(about['decided_by']),
    proposal: {
      definitionHash: textOf(about['definition_hash']),
      idempotencyKey: textOf(about['idempotency_key']),
      assessment: { risk },
      call: {
        id,
        args: objectIn(about, 'args'),
        origin: { ...made, ...(typeof origin['caller'] === 'string' && { caller: origin['caller'] }) },
        reading: {
          ...how,
          fixups: textsIn(reading['fixups']),
          aliases: textsIn(reading['aliases']),
          requested: textOf(reading['requested']),
        },
        tool: { name: tool, capability },
      },
    },
    scope: {
      session: textOf(scope['session']),
      turn: textOf(scope['turn']),
      agent: textOf(scope['agent']),
      event: textOf(scope['event']),
      trust,
    },
  }
}
