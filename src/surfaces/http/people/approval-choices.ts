import type { Proposal } from '../../../core/index.ts'
import type { Grant } from '../../../permissions/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import { ruleWords } from '../../cli/turn/rule-words.ts'
import { mayStand } from '../../cli/turn/standing-approval.ts'
import type { PermissionChoice } from '../shapes.ts'

/** What an approval may cover, and the paths of the grant that it would leave behind. */
export type ApprovalChoice = PermissionChoice & { readonly paths: readonly string[] }

export const HOUR_SECONDS = 3_600

const ONCE = (tool: string): ApprovalChoice => ({
  for: 'once',
  seconds: null,
  rule: `allow this one call of ${tool}`,
  saved_in: null,
  paths: [],
})

/** Deletions, and calls that a rule of the person's own asks about, are decided one by one. */
export function choicesForCall(proposal: Proposal, runtime: Runtime, savedIn: string): readonly ApprovalChoice[] {
  const { call, assessment, definitionHash: definition } = proposal
  const { name, capability } = call.tool
  if (!mayStand(proposal, { runtime })) return [ONCE(name)]
  const about = { capability, confirmsWrites: true, tool: { name, definition } }
  const minutes = runtime.grantMs(capability) / 1_000
  const hours = runtime.sessionHours * HOUR_SECONDS
  const standing = (kind: 'minutes' | 'session', seconds: number): ApprovalChoice => {
    const rule = ruleWords({ ...about, paths: [], everywhere: false, seconds })
    return { for: kind, seconds, rule, saved_in: savedIn, paths: [] }
  }
  const always = (paths: readonly string[]): ApprovalChoice => {
    const rule = ruleWords({ ...about, paths, everywhere: true, seconds: undefined })
    return { for: 'always', seconds: null, rule, saved_in: savedIn, paths }
  }
  const places = placesOf(assessment.target?.name)
  return [
    ONCE(name),
    standing('minutes', minutes),
    standing('session', hours),
    ...places.map(place => always([place])),
    always([]),
  ]
}

const SPECIAL = /[*?{}]/

/** The file and its folder, as globs. A name with glob characters is not offered: it would match something else. */
function placesOf(target: string | undefined): readonly string[] {
  if (target === undefined || target === '' || target.length > 500 || SPECIAL.test(target)) return []
  const folder = target.includes('/') ? target.slice(0, target.lastIndexOf('/')) : ''
  return folder === '' ? [`/${target}`] : [`/${target}`, `/${folder}/**`]
}

type CapabilityFacts = {
  readonly capability: Grant['capability']
  readonly seconds: number
  readonly mayAlways: boolean
}

/** Choices for a whole capability; each change is still asked about. */
export function choicesForCapability(
  { capability, seconds, mayAlways }: CapabilityFacts,
  runtime: Runtime,
  savedIn: string,
): readonly ApprovalChoice[] {
  const about = { capability, confirmsWrites: false, tool: undefined, paths: [] }
  const words = (everywhere: boolean, lasts: number | undefined): string =>
    ruleWords({ ...about, everywhere, seconds: lasts })
  const hours = runtime.sessionHours * HOUR_SECONDS
  return [
    {
      for: 'once',
      seconds: null,
      rule: `allow ${capability} for this message; changes still ask`,
      saved_in: null,
      paths: [],
    },
    { for: 'minutes', seconds, rule: words(false, seconds), saved_in: savedIn, paths: [] },
    { for: 'session', seconds: hours, rule: words(false, hours), saved_in: savedIn, paths: [] },
    ...(mayAlways
      ? [{ for: 'always', seconds: null, rule: words(true, undefined), saved_in: savedIn, paths: [] } as const]
      : []),
  ]
}
