import { type Fault, fault } from './faults.ts'
import type { Minted, ToolCall } from './tool-call.ts'

/** Allows one execution of one call. Only the office's `mint` makes one. */
export type Permit = Minted<'permit'> & { readonly call: string }

export type PermitOffice = {
  readonly mint: (call: ToolCall) => Permit
  readonly redeem: Redeem
}

/** Uses the permit up, or says why it does not hold. */
export type Redeem = (permit: Permit, call: ToolCall) => Fault | undefined

/** Only run-call gets `mint`; executors get `redeem`. */
export function createPermitOffice(): PermitOffice {
  const open = new WeakMap<Permit, ToolCall>()
  return {
    mint(call) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- minting: the brand exists for the compiler only
      const permit = Object.freeze({ call: call.id }) as Permit
      open.set(permit, call)
      return permit
    },
    redeem(permit, call) {
      if (open.get(permit) !== call) return fault('permit_invalid', 'No permit for this call, or it was used already.')
      open.delete(permit)
      return undefined
    },
  }
}
