import type { FoundCalls } from './interpret.ts'
import type { Piece } from './scan/piece.ts'

const ASSIGNED = /(?:^|\n)[ \t]*(?:(?:const|let|var) )?([A-Za-z_]\w*)\s*=\s*(?:await )?$/
const LONGEST_NAME = 80
const A_RESULT = /^(?:[a-z]+_)*(?:results?|outputs?|response)(?:_\d+)?$/i

/**
 * A word without quotes may be a value, unless it names the result of another call of the reply: that cannot run yet.
 */
export function withoutDependents(pieces: readonly Piece[], findings: readonly FoundCalls[]): readonly FoundCalls[] {
  if (!findings.some(takesBareWords)) return findings
  const results = new Set<string>()
  let isFirst = true
  return findings.map(finding => {
    const needs = takesBareWords(finding) && needsResult(finding, results, isFirst)
    const assigned = ASSIGNED.exec(textBefore(pieces, finding.from))?.[1]
    if (assigned !== undefined) results.add(assigned)
    isFirst = false
    return needs ? untilResult(finding, needs.at) : finding
  })
}

function untilResult(finding: FoundCalls, at: number): FoundCalls {
  const { requests, left } = finding
  return { ...finding, requests: requests.slice(0, at), left: [...requests.slice(at), ...left], isCode: true }
}

const takesBareWords = ({ requests }: FoundCalls): boolean =>
  requests.some(({ dialect, fixups }) => dialect === 'python' && fixups.includes('bare_words'))

/** Which of its calls is the first that needs a result. */
function needsResult(
  { requests }: FoundCalls,
  results: ReadonlySet<string>,
  isFirst: boolean,
): { readonly at: number } | undefined {
  const at = requests.findIndex(({ named, fixups }, index) => {
    const mayName = !isFirst || index > 0
    const names = (value: unknown): boolean =>
      typeof value === 'string' && (results.has(value) || (mayName && A_RESULT.test(value)))
    return fixups.includes('bare_words') && Object.values(named).some(names)
  })
  return at < 0 ? undefined : { at }
}

function textBefore(pieces: readonly Piece[], from: number): string {
  const before = pieces[from - 1]
  return before?.kind === 'text' ? before.text.slice(-LONGEST_NAME) : ''
}
