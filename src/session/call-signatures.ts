/** What one turn or run remembers of its own calls: enough to notice that it goes in circles. */
export type CallSignatures = {
  readonly signatures: () => readonly string[]
  readonly add: (signature: string) => void
}

const KEPT = 64 // far more than any window; it only must not grow for ever

export function createCallSignatures(): CallSignatures {
  let ring: readonly string[] = []
  return {
    signatures: () => ring,
    add: signature => {
      ring = [...ring, signature].slice(-KEPT)
    },
  }
}
