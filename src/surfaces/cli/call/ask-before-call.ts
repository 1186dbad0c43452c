import { newId } from '../../../core/index.ts'
import { requestPermission } from '../../../permissions/index.ts'
import { type CallOrder, type Runtime, type RuntimeOrder, deniedBy, newSession } from '../../../runtime/index.ts'
import { createCallSignatures } from '../../../session/index.ts'
import { canAsk } from '../authority/ask-line.ts'
import { interrupted } from '../interrupt.ts'
import { askCapability } from '../turn/ask-capability.ts'
import type { PromptTarget } from '../turn/prompt-target.ts'

const HOUR = 3_600_000

/** Asks the person at the terminal for a missing capability before the call. Without a terminal the call is denied. */
export async function askBeforeCall(
  order: CallOrder,
  runtime: Runtime,
  { terminal, marks }: PromptTarget,
): Promise<RuntimeOrder> {
  const tool = runtime.catalog.find(order.tool)?.tool
  if (!tool || !canAsk(terminal) || order.allow?.includes(tool.capability) === true || deniedBy(tool, order, runtime))
    return order
  const session = order.session ?? newSession()
  const principal = order.principal ?? 'user:local'
  const found = await runtime.broker.find({
    capability: tool.capability,
    target: undefined,
    session,
    turn: '',
    principal,
  })
  if (found.kind === 'active') return order
  const seconds = runtime.grantMs(tool.capability) / 1_000
  const question = { capability: tool.capability, tool: tool.name, intent: 'your own call', seconds, scope: [] }
  const stop = new AbortController()
  const ask = askCapability({ terminal, marks, runtime, stop, noun: 'call' })
  const signal = order.signal ?? stop.signal
  const turn = { id: newId('turn'), memory: createCallSignatures() }
  const asked = { question, session, principal, turn: turn.id, sessionMs: runtime.sessionHours * HOUR, ask, signal }
  await requestPermission(asked, runtime.broker)
  if (stop.signal.aborted) throw interrupted('Interrupted at the prompt; nothing was granted and nothing ran.')
  return { ...order, session, turn }
}
