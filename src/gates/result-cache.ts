import {
  type Clock,
  type Gate,
  type Proposal,
  type Receipt,
  type Scope,
  type Section,
  type Setting,
  type ToolDefinition,
  type ToolOutput,
  hashJson,
  section,
  toggle,
  whole,
} from '../core/index.ts'
import { effectOf } from './effect.ts'

export const resultCacheSection: Section<{ readonly enabled: Setting<boolean>; readonly ttl_secs: Setting<number> }> =
  section('tools.result_cache', 'Reading the same thing twice in a session runs the tool once.', {
    enabled: toggle(true, 'Are results kept?', { workspaceMay: 'turn_off' }),
    ttl_secs: whole(300, 'How long a result counts as fresh. 0 = for the whole session.', { min: 0 }),
  })

export type CachedResult = { readonly receipt: Receipt; readonly output: ToolOutput }
type CacheStats = { readonly entries: number; readonly hits: number; readonly misses: number }

/** Of one session of one agent, in memory only. */
export interface ResultCache {
  get(key: string): CachedResult | undefined
  put(key: string, result: CachedResult): void
  /** Something changed: what was read before may be wrong now. */
  invalidate(): void
  /** Starts anew, counters too. */
  clear(): void
  stats(): CacheStats
}

export type ResultCacheOptions = {
  readonly enabled?: boolean
  readonly ttlMs: number
  readonly clock: Clock
  readonly maxEntries?: number
}

const MAX_ENTRIES = 512

export function createResultCache({
  enabled = true,
  ttlMs,
  clock,
  maxEntries = MAX_ENTRIES,
}: ResultCacheOptions): ResultCache {
  const kept = new Map<string, { readonly result: CachedResult; readonly at: number }>()
  let [hits, misses] = [0, 0]
  const isFresh = (at: number): boolean => ttlMs === 0 || clock.monotonic() - at < ttlMs

  function look(key: string): CachedResult | undefined {
    const entry = kept.get(key)
    if (entry === undefined || isFresh(entry.at)) return entry?.result
    kept.delete(key)
    return undefined
  }

  return {
    get(key) {
      if (!enabled) return undefined
      const result = look(key)
      if (result === undefined) misses++
      else hits++
      return result
    },
    put(key, result) {
      if (!enabled) return
      kept.delete(key)
      kept.set(key, { result, at: clock.monotonic() })
      const [oldest] = kept.keys()
      if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest)
    },
    invalidate: () => kept.clear(),
    clear() {
      kept.clear()
      hits = 0
      misses = 0
    },
    stats: () => ({ entries: kept.size, hits, misses }),
  }
}

/** A fact, not a list of names: only what reads, says so, and is not at the mercy of a server. */
export const mayCache = ({ risk, facts, capability }: ToolDefinition): boolean =>
  risk === 'read' && facts.cacheable && !facts.egress && !capability.startsWith('mcp.')

/** The state of what is read is part of the key, so a file that changed is read again. */
export const cacheKeyOf = ({ call, assessment }: Proposal): string =>
  hashJson([call.tool.name, call.args, assessment.target?.sha256 ?? assessment.target?.state ?? null])

/** What a session's cache must know of a call that succeeded. */
export function rememberResult(cache: ResultCache, proposal: Proposal, result: CachedResult): void {
  if (effectOf(proposal) !== 'read') cache.invalidate()
  else if (mayCache(proposal.call.tool)) cache.put(cacheKeyOf(proposal), result)
}

/** `cacheOf` gives the cache of this session and agent; two never share one. */
export const resultCache = (cacheOf: (scope: Scope) => ResultCache): Gate => ({
  name: 'result_cache',
  check(proposal, scope) {
    if (effectOf(proposal) !== 'read' || !mayCache(proposal.call.tool)) return { kind: 'allow' }
    const cached = cacheOf(scope).get(cacheKeyOf(proposal))
    return cached === undefined ? { kind: 'allow' } : { kind: 'replay', receipt: cached.receipt, output: cached.output }
  },
})
