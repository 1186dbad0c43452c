/** How a model and we agree to write calls; what is legal, repaired or refused follows from it. */
export type Profile = 'strict' | 'lenient' | 'run' | 'native'

/** In strict, the reply after a tool result is a decision: another call, or the end. */
export type Phase = 'call' | 'decision'
