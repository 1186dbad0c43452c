import type { CallState, TurnState } from '../../state/turn-state.ts'

/** Those whose arguments are known: made or refused, but not handed to a client, who alone could try them. */
export const callsToTry = ({ calls }: TurnState): readonly CallState[] => calls.filter(({ ended }) => ended !== null)
