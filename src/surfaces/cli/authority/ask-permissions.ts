import { type PermissionAnswer, type PermissionQuestion, describeQuestion, requestPermission } from '../../../permissions/index.ts'
import { type CallOrder, type Runtime, newSession } from '../../../runtime/index.ts'
import { interrupted } from '../interrupt.ts'
import { type Terminal, visible } from '../terminal.ts'
import { askLine } from './ask-line.ts'
import { canAsk } from './can-ask.ts'

const HOUR = 3_600_000
// A map, because an object would also answer to names that every object has.
const CHOICES: ReadonlyMap<string, 'once' | 'session' | 'always'> = new Map([
  ['o', 'once'],
  ['s', 'session'],
  ['a', 'always'],
])

/** A person at the terminal is asked for a right that is missing, before the call; elsewhere the call is simply refused. */
export async function askPermissions(order: CallOrder, runtime: Runtime, terminal: Terminal): Promise<CallOrder> {
  const tool = runtime.catalog.find(order.tool)?.tool
  if (!tool || !canAsk(terminal) || order.allow?.includes(tool.capability) === true) return order
  const session = order.session ?? newSession()
  const principal = order.principal ?? 'user:local'
  const found = await runtime.broker.find({ capability: tool.capability, target: undefined, session, turn: '', principal })
  if (found.kind === 'active') return order
  const seconds = runtime.grantMs(tool.capability) / 1_000
  const question = { capability: tool.capability, tool: tool.name, intent: 'your own call', seconds, scope: [] }
  const signal = order.signal ?? new AbortController().signal
  const ask = (asked: PermissionQuestion): Promise<PermissionAnswer> => askForGrant(asked, terminal, signal)
  await requestPermission({ question, session, principal, sessionMs: runtime.sessionHours * HOUR, ask, signal }, runtime.broker)
  return { ...order, session }
}

async function askForGrant(question: PermissionQuestion, terminal: Terminal, signal: AbortSignal): Promise<PermissionAnswer> {
  const { paint } = terminal
  const { capability, why, duration, scope } = describeQuestion(question)
  terminal.err(`\n${paint('yellow', 'Permission needed:')} ${paint('bold', visible(capability))}`)
  terminal.err(`  why       ${visible(why)}\n  how long  ${duration}\n  on what   ${visible(scope)}`)
  const choices = 'o = allow, s = allow for this session, a = always in this workspace, anything else = deny: '
  const line = await askLine(choices, { stop: signal })
  if (line.kind === 'interrupted') throw interrupted('Interrupted at the question; nothing was granted and nothing ran.')
  const chosen = line.kind === 'typed' ? line.text.toLowerCase() : ''
  return { kind: CHOICES.get(chosen) ?? 'deny', decidedBy: 'tty' }
}
