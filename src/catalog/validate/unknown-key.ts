import { editDistance } from '../../core/index.ts'
import { type Path, type Problem, formatPath } from './problem.ts'

const MAX_LISTED = 12
const MAX_COMPARED_LENGTH = 64

/** Says what may be sent instead; the near name is advice to the model and never acted on by us. */
export function unknownKey(path: Path, parameters: readonly string[]): Problem {
  const key = String(path.at(-1))
  const near = nearestName(key, parameters)
  return {
    kind: 'unknown',
    path: formatPath(path),
    expected: 'a known parameter',
    got: formatPath([key]),
    suggestion: near === undefined ? listNames(parameters) : `${listNames(parameters)} Did you mean "${near}"?`,
  }
}

export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'It takes no parameters here: leave it out.'
  const shown = names.slice(0, MAX_LISTED).join(', ')
  return names.length > MAX_LISTED ? `Parameters: ${shown}, ….` : `Parameters: ${shown}.`
}

function nearestName(key: string, names: readonly string[]): string | undefined {
  if (key.length > MAX_COMPARED_LENGTH) return undefined
  const word = key.toLowerCase()
  const near = names.filter(name => isNear(word, name.toLowerCase()))
  return near.length === 1 ? near[0] : undefined
}

function isNear(word: string, name: string): boolean {
  if (word.length >= 3 && (name.startsWith(word) || name.endsWith(word))) return true
  if (name.length >= 3 && (word.startsWith(name) || word.endsWith(name))) return true
  const allowed = name.length >= 8 ? 2 : name.length >= 4 ? 1 : 0
  return Math.abs(word.length - name.length) <= allowed && editDistance(word, name) <= allowed
}
