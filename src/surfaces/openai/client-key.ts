import { type Capability, type Risk, compileGlob } from '../../core/index.ts'
import type { ClientApproval } from '../../runtime/index.ts'

/** What a key's policy says about tools by name; the first match counts. */
export type ToolRule = {
  /** A pattern: `*` matches any letters. */
  readonly tools: string
  readonly risk?: Risk
  readonly capability?: Capability
  /** It sends data out, so it asks like a change. */
  readonly egress?: boolean
  /** `false`: the model does not see it and cannot call it. */
  readonly offered?: boolean
}

/** The sender of a request, and what their key allows. */
export type ClientKey = {
  /** In whose name calls are made, recorded and granted. */
  readonly principal: string
  /** Identifies the key. The key that asks cannot approve. */
  readonly credential: string
  /** Capabilities granted to each request. Changes need not ask; deletions still do. */
  readonly allow: readonly Capability[]
  readonly approval: ClientApproval
  readonly tools?: readonly ToolRule[]
  /** One conversation for all requests of this key, whatever they say. */
  readonly session?: string
}

/** The capability of a client's functions: only their schema is known, so they may do anything. */
export const CLIENT_CAPABILITY: Capability = 'SystemExecute'

/** The key of a caller. It always includes the capability for tools that the client itself provides and runs. */
export const clientKeyOf = (caller: ClientKey): ClientKey => ({
  ...caller,
  allow: [...new Set([...caller.allow, CLIENT_CAPABILITY])],
})

/** A key with a name and nothing else. */
export const ordinaryKey = (name: string): ClientKey =>
  clientKeyOf({ principal: `key:${name}`, credential: `key:${name}`, allow: [], approval: 'deny' })

type KeyFacts = {
  readonly risk: Risk
  readonly capability: Capability
  readonly egress: boolean
  readonly offered: boolean
  /** The key's policy says that it changes something; otherwise that is assumed. */
  readonly isKnownToChange: boolean
}

/** What the key's policy says about a tool. Without a rule, a tool counts as changing something. */
export function keyFactsOf(name: string, { tools = [] }: ClientKey): KeyFacts {
  const rule = tools.find(({ tools: pattern }) => compileGlob(pattern)(name))
  const { risk = 'write', capability = CLIENT_CAPABILITY, egress = false, offered = true } = rule ?? {}
  return { risk, capability, egress, offered, isKnownToChange: rule?.risk === 'write' || rule?.risk === 'destroy' }
}
