import type { Capability, Trust } from '../core/index.ts'
import type { Runtime } from './runtime.ts'

/** A right to execute that was given for this command says that its owner trusts the workspace with it. */
export const trustIn = (
  { allow }: { readonly allow?: readonly Capability[] | undefined },
  { trust }: Pick<Runtime, 'trust'>,
): Trust => (allow?.includes('SystemExecute') === true ? 'Trusted' : trust)
