/** Why a fact is skipped that is stored already. */
export const KNOWN = 'it is known already'
