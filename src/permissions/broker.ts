import {
  type Capability,
  type Clock,
  type JsonObject,
  type Result,
  type Store,
  fail,
  isoTime,
  newSecretId,
  succeed,
} from '../core/index.ts'
import {
  type BoundTool,
  type DecidedBy,
  type Grant,
  type Need,
  covers,
  decodeGrants,
  encodeGrant,
  endingAfter,
  hasEnded,
} from './grant.ts'

export type GrantRequest = {
  readonly capability: Capability
  readonly principal: string
  /** null: in any session. */
  readonly session: string | null
  readonly turn?: string
  readonly paths?: readonly string[]
  /** Only for this tool, as it is defined now. */
  readonly tool?: BoundTool
  readonly decidedBy: DecidedBy
  readonly purpose: string
  readonly confirmsWrites?: boolean
  /** Left out: it does not end by itself. */
  readonly milliseconds?: number
}

type FoundGrant =
  | { readonly kind: 'active'; readonly grant: Grant }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'missing' }

/** Everything that happens to a right is told to the records. */
export type RecordPermission = (event: JsonObject) => Promise<Result<unknown>>

export type BrokerParts = {
  readonly store: Store
  readonly clock: Clock
  /** The time that counts, which does not go back. */
  readonly now: () => number
  readonly record: RecordPermission
}

type MoreTime = { readonly decidedBy: DecidedBy; readonly extensions: number; readonly until: number }

export interface Broker {
  issue(request: GrantRequest): Promise<Result<Grant>>
  find(need: Need): Promise<FoundGrant>
  revoke(id: string): Promise<Result<Grant>>
  /** What was granted for one turn only is gone with it; how many there were. */
  endTurn(turn: string): number
  /** Everything that ends with the session; how many there were. */
  revokeSession(session: string): Promise<Result<number>>
  /** Records that a person was asked and said no, or that there was nobody to ask. */
  refuse(request: Pick<GrantRequest, 'capability' | 'session' | 'purpose'>, by: string): Promise<Result<unknown>>
  /** Records that a person wanted more time for a question. */
  extendQuestion(
    question: Pick<GrantRequest, 'capability' | 'session' | 'purpose'>,
    more: MoreTime,
  ): Promise<Result<unknown>>
  list(): Promise<readonly Grant[]>
}

const TABLE = 'grants'
const MAX_CAPABILITIES = 1_000
// an ended grant is remembered for an hour, so that its end can be told from its absence
const MEMORY_MS = 60 * 60 * 1000

export function createBroker({ store, clock, now, record }: BrokerParts): Broker {
  // A grant for one turn never leaves the process that makes the turn, so nothing can be left over from it.
  let ofTurns: readonly Grant[] = []
  const isOver = ({ revokedAt, ends }: Grant): boolean => revokedAt !== null || hasEnded(ends, now(), clock)
  const isForgotten = ({ revokedAt, ends }: Grant): boolean =>
    now() - MEMORY_MS > (revokedAt ?? ends?.at ?? Number.POSITIVE_INFINITY)

  const change = async (capability: string, next: ChangeGrants): Promise<void> =>
    changeStored(store, capability, grants => next(grants).filter(grant => !isForgotten(grant)))
  const allStored = async (): Promise<readonly Grant[]> =>
    (await store.list(TABLE, { limit: MAX_CAPABILITIES })).flatMap(({ value }) => decodeGrants(value))

  async function end(grant: Grant): Promise<Result<Grant>> {
    const ended = { ...grant, revokedAt: now() }
    await change(grant.capability, grants => grants.map(each => (each.id === grant.id ? ended : each)))
    const told = await record({ event: 'PERMISSION_REVOKED', ...tell(ended) })
    return told.ok ? succeed(ended) : told
  }

  return {
    async issue(request) {
      const grant = grantOf(request, now(), clock)
      const told = await record({ event: 'PERMISSION_GRANTED', ...tell(grant) })
      if (!told.ok) return told
      if (grant.turn === null) await change(grant.capability, grants => [...grants, grant])
      else ofTurns = [...ofTurns, grant]
      return succeed(grant)
    },
    async find(need) {
      const ofTurn = ofTurns.filter(grant => covers(grant, need))
      const enough = ofTurn.find(grant => grant.confirmsWrites && !isOver(grant))
      if (enough) return { kind: 'active', grant: enough }
      const stored = decodeGrants((await store.get(TABLE, need.capability))?.value)
      return foundAmong([...ofTurn, ...stored.filter(grant => covers(grant, need))], isOver)
    },
    async revoke(id) {
      const grant = (await allStored()).find(each => each.id === id)
      if (!grant) return fail('approval_invalid', `There is no grant ${id}.`)
      return grant.revokedAt === null ? end(grant) : succeed(grant)
    },
    endTurn(turn) {
      const kept = ofTurns.filter(grant => grant.turn !== turn)
      const ended = ofTurns.length - kept.length
      ofTurns = kept
      return ended
    },
    async revokeSession(session) {
      const open = (await allStored()).filter(grant => grant.session === session && grant.revokedAt === null)
      for (const grant of open) {
        const ended = await end(grant)
        if (!ended.ok) return ended
      }
      return succeed(open.length)
    },
    ...tellQuestions(record),
    list: async () => (await allStored()).filter(grant => !isOver(grant)),
  }
}

type ChangeGrants = (grants: readonly Grant[]) => readonly Grant[]

/** All grants of a capability are one entry, so that the commonest question, what covers a call, takes one look. */
async function changeStored(store: BrokerParts['store'], capability: string, next: ChangeGrants): Promise<void> {
  for (;;) {
    const stored = await store.get(TABLE, capability)
    const value = { grants: next(decodeGrants(stored?.value)).map(encodeGrant) }
    if (await store.swap(TABLE, capability, { expect: stored?.version ?? 'absent', next: value })) return
  }
}

/** A later word that answers more does not stand in the shadow of an earlier one that answers less. */
function foundAmong(candidates: readonly Grant[], isOver: (grant: Grant) => boolean): FoundGrant {
  const open = candidates.filter(grant => !isOver(grant))
  const active = open.find(grant => grant.confirmsWrites) ?? open[0]
  if (active) return { kind: 'active', grant: active }
  const last = candidates.toSorted((a, b) => b.issuedAt - a.issuedAt)[0]
  return last ? { kind: 'invalid', reason: reasonOf(last) } : { kind: 'missing' }
}

function grantOf(request: GrantRequest, now: number, clock: Clock): Grant {
  const {
    capability,
    principal,
    session,
    turn = null,
    paths = [],
    tool,
    decidedBy,
    purpose,
    confirmsWrites = false,
    milliseconds,
  } = request
  const ends = milliseconds === undefined ? null : endingAfter(milliseconds, now, clock)
  const base = {
    capability,
    principal,
    session,
    turn,
    paths,
    ...(tool && { tool }),
    decidedBy,
    purpose,
    confirmsWrites,
  }
  return { id: newSecretId('grant'), ...base, issuedAt: now, ends, revokedAt: null }
}

/** What is only recorded: a no, and a wish for more time. */
const tellQuestions = (record: RecordPermission): Pick<Broker, 'refuse' | 'extendQuestion'> => ({
  refuse: ({ capability, session, purpose }, by) =>
    record({ event: 'PERMISSION_DENIED', capability, session_id: session, purpose, decided_by: by }),
  extendQuestion({ capability, session, purpose }, { decidedBy, extensions, until }) {
    const expires_at = isoTime(until)
    return record({
      event: 'APPROVAL_EXTENDED',
      capability,
      session_id: session,
      purpose,
      decided_by: decidedBy,
      extensions,
      expires_at,
    })
  },
})

const reasonOf = ({ revokedAt, capability }: Grant): string =>
  revokedAt === null ? `the token for ${capability} has expired` : `the token for ${capability} was revoked`

function tell({
  id,
  capability,
  principal,
  session,
  turn,
  paths,
  tool,
  decidedBy,
  purpose,
  confirmsWrites,
  ends,
}: Grant): JsonObject {
  const expires_at = ends ? isoTime(ends.at) : null
  return {
    grant_id: id,
    capability,
    principal,
    session_id: session,
    turn_id: turn,
    paths: [...paths],
    ...(tool && { tool: tool.name, definition_hash: tool.definition }),
    decided_by: decidedBy,
    purpose,
    ...(confirmsWrites && { confirms_writes: true }),
    expires_at,
  }
}
