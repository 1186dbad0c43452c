/** A limit that every driver takes alike: SQLite reads a negative one as none, and a list cannot be cut at NaN. */
export const wholeLimit = (limit: number): number =>
  limit >= 1 ? Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER) : 0
