import {
  type Capability,
  type Clock,
  type JsonObject,
  type Matches,
  compileGlob,
  isJsonList,
  isJsonObject,
  textOf,
} from '../core/index.ts'

/** How a decision came about. It stands on every receipt that rests on it. */
export type DecidedBy = 'tty' | 'console' | 'rule' | 'opened' | 'flag' | 'key'

/** A right that a person gave: to do what, for whom, on what, until when. */
export type Grant = {
  readonly id: string
  readonly capability: Capability
  readonly principal: string
  /** null: any session, an "always" rule. */
  readonly session: string | null
  /** Only for this one turn, as with a flag on the command line. */
  readonly turn: string | null
  /** Globs that the target must match; none means everything in the workspace. */
  readonly paths: readonly string[]
  /** Only calls of this tool, and only as long as it is what it was; left out, every tool that needs the capability. */
  readonly tool?: BoundTool
  readonly decidedBy: DecidedBy
  /** Why it was asked, in words. */
  readonly purpose: string
  /** Writing needs no further question under it; deleting always does. */
  readonly confirmsWrites: boolean
  readonly issuedAt: number
  readonly ends: GrantEnd | null
  readonly revokedAt: number | null
}

/** A tool, and the hash of the definition that the person saw. */
export type BoundTool = { readonly name: string; readonly definition: string }

/** It ends when either clock says so, so setting one of them back revives nothing. */
export type GrantEnd = { readonly at: number; readonly boot: string; readonly monotonic: number }

export function endingAfter(milliseconds: number, now: number, clock: Clock): GrantEnd {
  return { at: now + milliseconds, boot: clock.boot, monotonic: clock.monotonic() + milliseconds }
}

export const hasEnded = (ends: GrantEnd | null, now: number, clock: Clock): boolean =>
  ends !== null && (now >= ends.at || (clock.boot === ends.boot && clock.monotonic() >= ends.monotonic))

export const millisecondsLeft = (ends: GrantEnd, now: number, clock: Clock): number =>
  Math.min(ends.at - now, clock.boot === ends.boot ? ends.monotonic - clock.monotonic() : Number.POSITIVE_INFINITY)

/** What a call needs a grant for. */
export type Need = {
  readonly capability: Capability
  readonly target: string | undefined
  readonly session: string
  readonly turn: string
  readonly principal: string
  readonly tool?: BoundTool | undefined
  /** Not known yet on what: a grant for some paths will do. */
  readonly anyTarget?: boolean
}

export function covers(grant: Grant, need: Need): boolean {
  if (grant.capability !== need.capability || grant.principal !== need.principal) return false
  if (grant.session !== null && grant.session !== need.session) return false
  if (grant.turn !== null && grant.turn !== need.turn) return false
  if (grant.tool && !isSameTool(grant.tool, need.tool)) return false
  return (
    grant.paths.length === 0 ||
    need.anyTarget === true ||
    (need.target !== undefined && matchesAny(grant.paths, need.target))
  )
}

const isSameTool = (bound: BoundTool, tool: BoundTool | undefined): boolean =>
  tool !== undefined && bound.name === tool.name && bound.definition === tool.definition

const matchesAny = (globs: readonly string[], target: string): boolean =>
  globs.map((glob): Matches => compileGlob(glob)).some(matches => matches(target))

export const encodeGrant = ({ ends, paths, tool, ...flat }: Grant): JsonObject => ({
  ...flat,
  paths: [...paths],
  ends: ends && { ...ends },
  ...(tool && { tool: { ...tool } }),
})

export function decodeGrants(value: JsonObject | undefined): readonly Grant[] {
  const grants = value?.['grants']
  return isJsonList(grants) ? grants.filter(isJsonObject).map(decodeGrant) : []
}

/** Only ever read from our own state folder. */
function decodeGrant(value: JsonObject): Grant {
  const { ends, paths, tool } = value
  return {
    id: textOf(value['id']),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by encodeGrant, from a Grant
    capability: textOf(value['capability']) as Capability,
    principal: textOf(value['principal']),
    session: typeof value['session'] === 'string' ? value['session'] : null,
    turn: typeof value['turn'] === 'string' ? value['turn'] : null,
    paths: isJsonList(paths) ? paths.map(textOf) : [],
    // Whatever stands there binds: a binding that cannot be read covers nothing.
    ...(tool !== undefined && { tool: isJsonObject(tool) ? boundTool(tool) : boundTool({}) }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by encodeGrant, from a Grant
    decidedBy: textOf(value['decidedBy']) as DecidedBy,
    purpose: textOf(value['purpose']),
    confirmsWrites: value['confirmsWrites'] === true,
    issuedAt: Number(value['issuedAt']),
    ends: isJsonObject(ends)
      ? { at: Number(ends['at']), boot: textOf(ends['boot']), monotonic: Number(ends['monotonic']) }
      : null,
    revokedAt: typeof value['revokedAt'] === 'number' ? value['revokedAt'] : null,
  }
}

const boundTool = ({ name, definition }: JsonObject): BoundTool => ({
  name: textOf(name),
  definition: textOf(definition),
})
