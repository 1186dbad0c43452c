const Z95 = 1.959_963_984_540_054 // the normal quantile for 95 %

/** How many of how many, with the range in which the true share lies in 95 of 100 cases (Wilson's score interval). */
export type Share = { readonly n: number; readonly share: number | null; readonly interval: readonly [number, number] }

export function shareOf(n: number, total: number): Share {
  return { n, share: total === 0 ? null : rounded(n / total), interval: wilsonInterval(n, total) }
}

/** Holds for few trials, too, and never leaves 0 to 1. Without any trial everything is possible. */
export function wilsonInterval(successes: number, trials: number): readonly [number, number] {
  if (trials === 0) return [0, 1]
  const share = successes / trials
  const square = (Z95 * Z95) / trials
  const centre = (share + square / 2) / (1 + square)
  const reach = (Z95 * Math.sqrt((share * (1 - share)) / trials + square / trials / 4)) / (1 + square)
  // At the ends the exact bound is the end itself; rounding errors must not say otherwise.
  return [
    successes === 0 ? 0 : rounded(Math.max(0, centre - reach)),
    successes === trials ? 1 : rounded(Math.min(1, centre + reach)),
  ]
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000
