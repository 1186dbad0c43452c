import {
  type CallContext,
  type CallReading,
  type CallRequest,
  type FoundTool,
  type Json,
  type ToolCall,
  newId,
} from '../core/index.ts'
import type { CanonicalArguments } from './arguments.ts'

export type MintRequest = {
  readonly found: FoundTool
  readonly request: CallRequest
  readonly context: CallContext
  readonly read: CanonicalArguments
}

/** The only place where a ToolCall comes into being. */
export function mintCall({ found, request, context, read }: MintRequest): ToolCall {
  const reading: CallReading = {
    profile: context.profile,
    dialect: request.dialect,
    fixups: join(request.fixups, read.fixups),
    aliases: join(found.aliases, read.aliases),
    requested: request.name,
    rawSha256: context.rawSha256,
  }
  // Frozen, so that checked arguments cannot be replaced.
  const call = Object.freeze({
    id: newId('call'),
    tool: found.tool,
    args: freezeAll(read.args),
    reading: Object.freeze(reading),
    origin: context.origin,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- minting: the brand exists for the compiler only
  return call as ToolCall
}

function freezeAll<Value extends Json>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values<Json>(value)) freezeAll(member)
  return Object.freeze(value)
}

function join<Name extends string>(before: readonly Name[], after: readonly Name[]): readonly Name[] {
  if (after.length === 0) return before
  return [...new Set([...before, ...after])]
}
