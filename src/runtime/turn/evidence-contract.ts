import type { EvidenceContract } from '../../evidence/index.ts'
import type { MadeCall, Turn } from './turn.ts'

type Owing = Pick<Turn, 'request' | 'runtime' | 'allowance' | 'profile'>

/**
 * What demands an Evidence line of this turn's answer: the request itself, a conference, a task, a run, or the strict
 * profile where tools are on offer. A profile that was only guessed from the words of a message demands nothing.
 */
export function contractOf(turn: Owing): EvidenceContract | undefined {
  const { request, runtime, allowance } = turn
  const { require, check: isOn } = runtime.settings.evidence
  if (!isOn || require === 'never') return undefined
  const { evidence: kind, agent: role, conference, task, run } = request
  const isFixed = [kind, conference, task, run].some(each => each !== undefined)
  const isOwed = isFixed || (allowance.tools.length > 0 && (require === 'always' || isStrict(turn)))
  return isOwed ? { kind, role } : undefined
}

const isStrict = ({ request, profile }: Owing): boolean =>
  profile === 'strict' && (request.profile === 'strict' || request.toolPolicy?.requireTool === true)

/** Without a contract the model is told how to cite once files were used; whether it does is its own affair. */
export function mayOfferLine({ runtime, progress }: Turn): boolean {
  const { require, check: isOn } = runtime.settings.evidence
  return isOn && require !== 'never' && progress.made.some(made => usedFiles(made, runtime.ownTools))
}

const OF_FILES: ReadonlySet<string> = new Set(['FileAccess', 'FileWrite'])

/** A tool of the program has a right of ours because it needs some; whether it read files is seen by its receipt. */
function usedFiles({ call, executed, result }: MadeCall, own: readonly string[]): boolean {
  if (!executed || !result.ok) return false
  const { name, capability } = call.tool
  return (result.receipt?.file_refs.length ?? 0) > 0 || (OF_FILES.has(capability) && !own.includes(name))
}
