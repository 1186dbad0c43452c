import { CountersignError } from '../../core/index.ts'

/** One thing that is wrong with a configuration, for a person who is about to correct it. */
export type ConfigProblem = {
  readonly code: 'config_invalid' | 'not_in_this_version'
  readonly message: string
  readonly key?: string
  /** Where it stands: a file or a variable. */
  readonly source: string
  readonly line?: number
  readonly column?: number
  /** The line itself, with a mark below the place. */
  readonly excerpt?: string
}

const MAX_SHOWN = 50

/** `countersign.toml:3:5: …`, as compilers write it, so that editors can jump there. */
export function describeProblem({ source, line, column, message, excerpt }: ConfigProblem): string {
  const place = [source, line, column].filter(part => part !== undefined).join(':')
  return excerpt === undefined ? `${place}: ${message}` : `${place}: ${message}\n${excerpt}`
}

function describeProblems(problems: readonly ConfigProblem[]): string {
  const shown = problems.slice(0, MAX_SHOWN).map(describeProblem)
  const hidden = problems.length - shown.length
  const all = hidden > 0 ? [...shown, `and ${hidden} more`] : shown
  return all.length === 1 ? (all[0] ?? '') : [`${problems.length} problems:`, ...all].join('\n')
}

/** Whatever is wrong in one place makes the whole configuration wrong: nothing starts with half of it. */
export function refuseProblems(problems: readonly ConfigProblem[]): void {
  if (problems.length > 0) throw configError(problems)
}

export function configError(problems: readonly ConfigProblem[]): CountersignError {
  const code = problems.every(problem => problem.code === 'not_in_this_version')
    ? 'not_in_this_version'
    : 'config_invalid'
  return new CountersignError(code, describeProblems(problems))
}
