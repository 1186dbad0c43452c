import { type Capability, type Risk, compileGlob } from '../../core/index.ts'
import type { ApprovalMode } from '../../runtime/index.ts'

/** What a key's policy says about tools of a name; the first rule that fits counts. */
export type ToolRule = {
  /** `*` stands for any letters. */
  readonly tools: string
  readonly risk?: Risk
  readonly capability?: Capability
  /** It sends something out, so it is asked about like a change. */
  readonly egress?: boolean
  /** `false`: the model is not shown it, and cannot call it. */
  readonly offered?: boolean
}

/** Who sends a request, and what his key allows. */
export type ClientKey = {
  /** In whose name calls are made, recorded and granted. */
  readonly principal: string
  /** Whoever asks with it cannot approve with it. */
  readonly credential: string
  /** Capabilities that each of his requests is granted, with the word that writing is all right. Deleting is asked about all the same. */
  readonly allow: readonly Capability[]
  readonly approval: ApprovalMode
  readonly tools?: readonly ToolRule[]
  /** One conversation for all that is sent with this key, whatever the requests say. */
  readonly session?: string
}

/** A function can do anything, and nothing is known of it but its schema. */
export const CLIENT_CAPABILITY: Capability = 'SystemExecute'

/** A caller as the server knows him. That the tools which he brings and runs himself may be called, each in his own request, comes with the key. */
export const clientKeyOf = (caller: ClientKey): ClientKey => ({
  ...caller,
  allow: [...new Set([...caller.allow, CLIENT_CAPABILITY])],
})

/** A key with a name and nothing else. */
export const ordinaryKey = (name: string): ClientKey =>
  clientKeyOf({ principal: `key:${name}`, credential: `key:${name}`, allow: [], approval: 'deny' })

export type KeyFacts = {
  readonly risk: Risk
  readonly capability: Capability
  readonly egress: boolean
  readonly offered: boolean
  /** The key says that it changes something; otherwise that is only assumed. */
  readonly isKnownToChange: boolean
}

/** What was not said is taken for what changes something. */
export function keyFactsOf(name: string, { tools = [] }: ClientKey): KeyFacts {
  const rule = tools.find(({ tools: pattern }) => compileGlob(pattern)(name))
  const { risk = 'write', capability = CLIENT_CAPABILITY, egress = false, offered = true } = rule ?? {}
  return { risk, capability, egress, offered, isKnownToChange: rule?.risk === 'write' || rule?.risk === 'destroy' }
}
