/** How many runs a heavy suite makes: a sample in `npm test`, the full count in `npm run soak`. */
export const runs = (sample: number, full: number): number => (process.env['COUNTERSIGN_SOAK'] === '1' ? full : sample)

/** All in a soak, and of so many one otherwise; suites that begin elsewhere try others of the same list. */
export const sampled = <T>(all: readonly T[], every: number, from = 0): readonly T[] =>
  all.filter((_, index) => index % runs(every, 1) === from % runs(every, 1))
