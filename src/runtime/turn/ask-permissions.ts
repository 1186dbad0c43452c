import type { ToolCall, ToolDefinition } from '../../core/index.ts'
import { type AskPermission, type Grant, type Need, requestPermission } from '../../permissions/index.ts'
import { targetOf } from '../call/propose.ts'
import type { RoutedTurn } from './turn.ts'

/**
 * Asks for the capabilities of this turn's tools before the model is asked. Without a person they stay missing. A rule
 * for one tool or for some paths settles nothing for other tools.
 */
export async function askPermissions(turn: RoutedTurn): Promise<void> {
  const { allowance, progress } = turn
  await grantFlags(turn)
  for (const capability of allowance.missing) {
    const tool = allowance.tools.find(each => each.capability === capability)
    if (!tool || (await askOne(tool, { ...needOf(tool, turn), anyTarget: true }, turn))) progress.asked.add(capability)
  }
}

/**
 * Asks for the capability of a tool outside the routed intent when it is called, once a turn. Without a person its gate
 * denies it.
 */
export async function askWhenCalled(call: ToolCall, turn: RoutedTurn): Promise<void> {
  const { runtime } = turn
  const { asked } = turn.progress
  const { tool } = call
  if (!askerOf(turn) || asked.has(tool.capability)) return
  const need = needOf(tool, turn)
  const somewhere = await runtime.broker.find({ ...need, anyTarget: true })
  const isLimited = somewhere.kind === 'active' && somewhere.grant.paths.length > 0
  const target = isLimited ? await targetOf(call, runtime) : undefined
  if (await askOne(tool, { ...need, target }, turn)) asked.add(tool.capability)
}

const askerOf = ({ request: { people }, runtime }: RoutedTurn): AskPermission | undefined =>
  people ? people.askPermission : runtime.askPermission

function needOf({ name, capability }: ToolDefinition, { runtime, principal, session, turn }: RoutedTurn): Need {
  const tool = { name, definition: runtime.catalog.definitionHash(name) ?? '' }
  return { capability, target: undefined, session, turn, principal, tool }
}

async function grantFlags({ request, kind, runtime, principal, session, turn }: RoutedTurn): Promise<void> {
  for (const capability of request.allow ?? [])
    await runtime.broker.issue({
      capability,
      principal,
      session,
      turn,
      ...kind.given,
      confirmsWrites: true,
      milliseconds: runtime.grantMs(capability),
    })
}

/** False if what was found holds for this one tool, or on some paths only. */
async function askOne(tool: ToolDefinition, need: Need, turn: RoutedTurn): Promise<boolean> {
  const { runtime, emit } = turn
  const { capability } = tool
  const about = { capability, tool: tool.name }
  const known = await runtime.broker.find(need)
  if (known.kind === 'active') {
    emit({ type: 'permission.granted', ...about, decided_by: known.grant.decidedBy })
    return isForAll(known.grant)
  }
  const ask = askerOf(turn)
  const { principal, session, signal, route } = turn
  if (ask) emit({ type: 'permission.requested', ...about, decided_by: null })
  const question = {
    capability,
    tool: tool.name,
    intent: route.intent,
    seconds: runtime.grantMs(capability) / 1_000,
    scope: [],
  }
  const sessionMs = runtime.settings.permissions.session_hours * 60 * 60 * 1_000
  const granted = await requestPermission(
    { question, session, turn: turn.turn, principal, sessionMs, ask, signal },
    runtime.broker,
  )
  const grant = granted.ok ? granted.value : undefined
  emit({ type: grant ? 'permission.granted' : 'permission.denied', ...about, decided_by: grant?.decidedBy ?? null })
  return true
}

const isForAll = ({ tool, paths }: Grant): boolean => tool === undefined && paths.length === 0
