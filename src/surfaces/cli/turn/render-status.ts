import type { BudgetState } from '../../../core/index.ts'
import type { GrantState, SessionStatus } from '../../../runtime/index.ts'
import { visible } from '../terminal.ts'
import { modelLabel } from './choose-model.ts'
import { timeLeft } from './duration-words.ts'

/** The lines of `/status`. `budget` is that of the last turn, if there was one. */
export function renderStatus(status: SessionStatus, budget: BudgetState | undefined): readonly string[] {
  const { session, model, profile, trust, grants } = status
  return [
    row('model', model === null ? 'none' : `${modelLabel(model)}, profile ${profile ?? 'none'}`),
    row('session', visible(session)),
    row('context', contextWords(status)),
    row('budgets', budget ? spentWords(budget) : limitWords(status)),
    row('trust', trust),
    ...(grants.length === 0
      ? [row('grants', 'none')]
      : grants.map((grant, index) => row(index === 0 ? 'grants' : '', grantWords(grant)))),
    ...adversarialLine(status),
  ]
}

const row = (label: string, text: string): string => `  ${label.padEnd(9)} ${text}`

function contextWords({ context }: SessionStatus): string {
  const { tokens, limit, turns, summaries } = context
  const of = limit === null ? '' : ` of ${limit} (${Math.round((100 * tokens) / limit)} %)`
  const counts = [...new Set(summaries)].map(method => `${summaries.filter(each => each === method).length} ${method}`)
  const summaryCount = counts.length === 0 ? '' : `, summaries: ${counts.join(', ')}`
  return `about ${tokens} tokens${of}, ${turns} ${turns === 1 ? 'turn' : 'turns'}${summaryCount}`
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

function spentWords(budget: BudgetState): string {
  const steps = `${budget.steps_used} of ${budget.steps_limit}`
  const results = `${(budget.bytes_used / 1_000).toFixed(1)} of ${kilobytes(budget.bytes_limit)}`
  const repairs = `${budget.repairs_used} of ${budget.repairs_limit}`
  return `last turn: steps ${steps}, results ${results}, repairs ${repairs}`
}

const limitWords = ({ limits }: SessionStatus): string =>
  `a turn: ${limits.steps} steps, ${kilobytes(limits.bytesPerTurn)} of results, ${limits.repairs} repairs`

function grantWords({ capability, decidedBy, always, confirmsWrites, secondsLeft }: GrantState): string {
  const until = secondsLeft === null ? 'until revoked' : `${timeLeft(secondsLeft)} left`
  const where = always ? 'every session' : 'this session'
  return visible(`${capability}: ${until}, ${where}, by ${decidedBy}${confirmsWrites ? ', changes do not ask' : ''}`)
}

/** The line of the adversarial policy, only while it is on. */
function adversarialLine({ adversarialPolicy }: SessionStatus): readonly string[] {
  if (adversarialPolicy === null) return []
  const { provider, policies, failOpen } = adversarialPolicy
  return [row('gate', `adversarial policy: provider=${visible(provider)}, policies=${policies}, fail_open=${failOpen}`)]
}
