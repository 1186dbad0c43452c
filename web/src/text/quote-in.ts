const QUOTED = /"([^"]{3,})"|“([^”]{3,})”|«([^»]{3,})»|„([^“”]{3,})[“”]/

/** The words between the first quote marks of a claim; without any, the claim itself. */
export function quoteIn(claim: string): string {
  const found = QUOTED.exec(claim)
  return found?.slice(1).find(part => part !== undefined) ?? claim
}
