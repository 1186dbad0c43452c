import { CountersignError, type Matches, type PathUse, compileGlob } from '../core/index.ts'
import { closedForWriting, isPrivateName } from './protected-names.ts'

/** Globs. What is denied is denied with all that is in it; an allow list that is not empty admits nothing else. */
export type PathRules = {
  readonly denyRead: readonly string[]
  readonly allowRead: readonly string[]
  readonly denyWrite?: readonly string[]
}

export type CompiledRules = {
  /** Why this path is closed. The folders on the way are asked one by one, so a closed folder closes its content. */
  readonly closed: (names: readonly string[], use: PathUse) => string | undefined
  readonly admits: (names: readonly string[]) => boolean
  /** Some of the workspace is closed to readers. */
  readonly closesSome: boolean
}

export const KEPT_BACK = 'This path is kept by Countersign for itself and is not available to tools.'

/** Throws on a rule that would not mean what its author thinks: a rule that matches nothing leaves a door open. */
export function compileRules(
  { denyRead, allowRead, denyWrite = [] }: PathRules,
  roots: readonly string[],
): CompiledRules {
  const compile = (key: string, globs: readonly string[]): readonly Matches[] =>
    globs.map(glob => compileRule(key, glob, roots))
  const denied = compile('deny_read', denyRead)
  const allowed = compile('allow_read', allowRead)
  const closedToWriters = compile('deny_write', denyWrite)
  return {
    closed(names, use) {
      if (isPrivateName(names.at(-1) ?? '')) return KEPT_BACK
      const path = names.join('/')
      if (denied.some(matches => matches(path)))
        return 'A rule of this workspace (deny_read) closes this path to tools.'
      if (use === 'read') return undefined
      const because = closedForWriting(names)
      if (because !== undefined) return `Tools may not write to this path: ${because}.`
      return closedToWriters.some(matches => matches(path))
        ? 'A rule of this workspace (deny_write) closes this path to tools.'
        : undefined
    },
    closesSome: denied.length + allowed.length > 0,
    admits: names => allowed.length === 0 || allowed.some(matches => matches(names.join('/'))),
  }
}

function compileRule(key: string, glob: string, roots: readonly string[]): Matches {
  const root = roots.find(each => glob.startsWith(`${each}/`))
  const pattern = root === undefined ? glob : glob.slice(root.length)
  const wrong = misunderstanding(pattern)
  if (wrong !== undefined)
    throw new CountersignError('config_invalid', `tools.file.${key}: the pattern "${glob}" ${wrong}.`)
  try {
    return compileGlob(pattern)
  } catch (thrown) {
    throw new CountersignError(
      'config_invalid',
      `tools.file.${key}: ${thrown instanceof Error ? thrown.message : 'unreadable pattern'}`,
    )
  }
}

function misunderstanding(pattern: string): string | undefined {
  if (/^[./\s]*$/.test(pattern)) return 'names nothing'
  if (pattern.startsWith('!')) return 'begins with "!"; there are no exceptions, use the other list'
  if (pattern.startsWith('~')) return 'begins with "~"; patterns start at the workspace'
  if (/[[\]\\]/.test(pattern))
    return 'holds "[", "]" or a backslash; write {a,b} for either, and ? for any one character'
  return pattern.split('/').includes('..') ? 'holds ".."; patterns start at the workspace and stay in it' : undefined
}
