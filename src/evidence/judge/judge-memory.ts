import type { EvidenceFinding } from '../../core/index.ts'
import type { Kept } from '../evidence-request.ts'
import type { MemoryClaim } from '../reply/memory-claims.ts'
import { type Case, finding } from './case.ts'

const NOTHING: Kept = { stored: [], asked: [], forgotten: [] }

/** What this turn leaves in the memory; whoever has none keeps nothing. */
export const keptIn = async ({ request }: Case): Promise<Kept> => (await request.sources.kept?.()) ?? NOTHING

/** What a reply says of its memory, held against what the memory makes of this turn. */
export async function judgeMemory(claims: readonly MemoryClaim[], of: Case): Promise<readonly EvidenceFinding[]> {
  const kept = await keptIn(of)
  return claims.flatMap(claim => judgeClaim(claim, kept) ?? [])
}

function judgeClaim({ claim, did }: MemoryClaim, { stored, asked, forgotten }: Kept): EvidenceFinding | undefined {
  const unbacked = (because: string): EvidenceFinding => finding(claim, 'memory_claim_unbacked', because)
  if (did === 'forgot')
    return forgotten.length > 0 ? undefined : unbacked('Nothing was removed from the memory in this turn.')
  if (stored.length > 0) return undefined
  if (asked.length === 0) return unbacked('Nothing of this turn goes into the memory. Do not say that it does.')
  return did === 'promised'
    ? undefined
    : unbacked('It is not stored: the person is asked first. Do not say that it is stored.')
}
