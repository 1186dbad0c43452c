import type { CallState, TurnState } from '../../state/turn-state.ts'

/** Calls whose arguments are known. Calls handed to a client are left out: only the client could run them. */
export const callsToTry = ({ calls }: TurnState): readonly CallState[] => calls.filter(({ ended }) => ended !== null)
