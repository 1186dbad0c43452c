import type { Json } from '../../core/index.ts'

/** One thing that is wrong with the arguments, in words that a small model can act on. */
export type Problem = {
  readonly kind: 'mismatch' | 'missing' | 'unknown' | 'clash' | 'review'
  readonly path: string
  readonly expected: string
  readonly got: string
  readonly suggestion: string
}

export type Path = readonly (string | number)[]

const MAX_SHOWN_VALUE = 60 // characters; a model's own long text helps it no further
export const MAX_SHOWN_PROBLEMS = 3 // a small model corrects few things at once

/** `filters.tags[2]`: how a person would write it. */
export function formatPath(path: Path): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += text === '' ? step : `.${step}`
  }
  return cut(text)
}

export function previewValue(value: Json): string {
  return typeof value === 'string' ? JSON.stringify(cut(value)) : cut(JSON.stringify(value))
}

function cut(text: string): string {
  return text.length <= MAX_SHOWN_VALUE ? text : `${text.slice(0, MAX_SHOWN_VALUE)}…`.toWellFormed()
}

export const mismatch = (path: Path, value: Json, expected: string): Problem => ({
  kind: 'mismatch',
  path: formatPath(path),
  expected,
  got: previewValue(value),
  suggestion: `Send ${expected}.`,
})

/** `1 item`, `2 items`. */
export const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const missing = (path: Path, expected: string): Problem => ({
  kind: 'missing',
  path: formatPath(path),
  expected,
  got: 'nothing',
  suggestion: `Add it as ${expected}.`,
})

export function problemsMessage(problems: readonly Problem[]): string {
  const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).map(problemSentence)
  const hidden = problems.length - shown.length
  return hidden > 0 ? `${shown.join(' ')} And ${hidden} more.` : shown.join(' ')
}

function problemSentence(problem: Problem): string {
  return `${problemStatement(problem)} ${problem.suggestion}`
}

/** `whole` is what the value is called of which nothing more can be said. */
export function problemStatement({ kind, path, expected, got }: Problem, whole = 'The arguments'): string {
  const subject = path === '' ? whole : `"${path}"`
  switch (kind) {
    case 'mismatch':
      return `${subject} must be ${expected}, got ${got}.`
    case 'missing':
      return `${subject} is required.`
    case 'unknown':
      return `${subject} is not a parameter.`
    case 'review':
      return `${subject}: ${expected}.`
    case 'clash':
      return `${subject} is given more than once: ${got}.`
  }
}
