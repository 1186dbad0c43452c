/** Two texts of different length that nobody can confuse, long enough to be written in more than one go. */
export const STATES: readonly [string, string] = ['old\n'.repeat(500_000), 'new!\n'.repeat(700_000)]

export const FRESH = 'a new file\n'
