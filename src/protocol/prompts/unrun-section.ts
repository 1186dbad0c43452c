import { FAULTS, type Fault } from '../../core/index.ts'
import { oneLine } from './one-line.ts'
import { type Prompt, fillTemplate, makeTemplate } from './prompt.ts'

const UNRUN = makeTemplate(
  'calls-not-run',
  `Other calls of your last reply did not run:
{{calls}}`,
)

const MOST_NAMED = 8
const LONGEST_NAME = 60
const LONGEST_REASON = 400

/** A call that was read and not made. */
export type UnrunCall = { readonly requested: string; readonly fault: Fault }

/** Names the calls of a reply that did not run, each with the reason. */
export function unrunSection(calls: readonly UnrunCall[]): Prompt {
  const lines = calls.slice(0, MOST_NAMED).map(({ requested, fault }) => `- ${nameOf(requested)}: ${whyUnrun(fault)}`)
  const more = calls.length - lines.length
  return fillTemplate(UNRUN, { calls: [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n') })
}

const nameOf = (requested: string): string =>
  requested === '' ? 'a call that could not be read' : JSON.stringify(oneLine(requested, LONGEST_NAME))

/** What the model reads in the place of a result. */
export const whyUnrun = ({ code, message }: Fault): string =>
  `${code}: ${oneLine(message, LONGEST_REASON)} ${FAULTS[code].advice}`
