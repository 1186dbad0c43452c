import { posix } from 'node:path'
import type { JsonObject, Matches } from '../core/index.ts'
import { isUrl } from './extract-paths.ts'
import { pathArguments, pathsIn } from './path-arguments.ts'
import type { RuleAction } from './rule.ts'

/** A path that a call names, without dots and doubled slashes; `outside` if it does not start from the workspace. */
export type PathCandidate = { readonly path: string; readonly outside: boolean }

type Pattern = { readonly path: string; readonly glob: (pattern: string) => Matches }

const OUTSIDE = /^(?:\/+|~[^/]*(?:\/|$)|[a-z]:(?:\/|$)|\.\.(?:\/|$))/i

/** The declared targets and path arguments of a tool; without a declaration, every path in its arguments. */
export function candidatesOf(args: JsonObject, target: string | undefined): readonly PathCandidate[] {
  const paths = target === undefined ? pathsIn(args) : [target, ...pathArguments(args)]
  return paths.map(candidateOf)
}

function candidateOf(text: string): PathCandidate {
  if (isUrl(text)) return { path: text, outside: false }
  let path = posix.normalize(text.replaceAll('\\', '/')).replace(/\/$/, '')
  const outside = path === '' || OUTSIDE.test(path)
  while (OUTSIDE.test(path)) path = path.replace(OUTSIDE, '')
  return { path, outside }
}

/** One forbidden path is enough to forbid; to allow, every path must be allowed. */
export function compilePaths(
  patterns: readonly Pattern[],
  action: RuleAction,
): (candidates: readonly PathCandidate[]) => boolean {
  const globs = patterns.map(pattern => compilePath(pattern, action))
  const fits = (candidate: PathCandidate): boolean => globs.some(matches => matches(candidate))
  if (action !== 'allow') return candidates => candidates.some(fits)
  return candidates => candidates.length > 0 && candidates.every(fits)
}

/** A pattern speaks of the workspace. It allows nothing outside, but forbids the same names there at any depth. */
function compilePath({ path, glob }: Pattern, action: RuleAction): (candidate: PathCandidate) => boolean {
  const isForeign = OUTSIDE.test(path) && !path.startsWith('/')
  const inside = glob(path)
  const outside = path.startsWith('/') ? inside : glob(`**/${path.replace(isForeign ? OUTSIDE : /^\.\//, '')}`)
  return candidate =>
    candidate.outside ? action !== 'allow' && outside(candidate.path) : !isForeign && inside(candidate.path)
}
