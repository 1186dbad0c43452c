import type { Allowance, Capability, ToolCall, ToolDefinition } from '../../core/index.ts'
import { type AskPermission, type Grant, type Need, requestPermission } from '../../permissions/index.ts'
import type { Caller } from '../call/call-parts.ts'
import { targetOf } from '../call/propose.ts'
import type { Runtime } from '../runtime.ts'
import type { Emit } from './stamp.ts'
import type { TurnRequest } from './turn-request.ts'

export type PermissionRound = {
  readonly request: TurnRequest
  readonly caller: Caller
  readonly runtime: Runtime
  readonly emit: Emit
}

/**
 * What the tools of this turn need is asked for before the model says a word. Where there is nobody to ask, it stays missing. Answers with
 * the capabilities that are settled for the turn; a rule for one tool or some paths alone settles nothing for the others.
 */
export async function askPermissions(allowance: Allowance, round: PermissionRound): Promise<readonly Capability[]> {
  await grantFlags(round)
  const settled: Capability[] = []
  for (const capability of allowance.missing) {
    const tool = allowance.tools.find(each => each.capability === capability)
    if (!tool || (await askOne(tool, { ...needOf(tool, round), anyTarget: true }, round))) settled.push(capability)
  }
  return settled
}

/** A tool that only came along is asked for when it is called, once a turn. Where there is nobody, its gate says no. */
export async function askWhenCalled(
  call: ToolCall,
  round: PermissionRound & { readonly asked: Set<string> },
): Promise<void> {
  const { asked, runtime } = round
  const { tool } = call
  if (!askerOf(round) || asked.has(tool.capability)) return
  const need = needOf(tool, round)
  const somewhere = await runtime.broker.find({ ...need, anyTarget: true })
  const isLimited = somewhere.kind === 'active' && somewhere.grant.paths.length > 0
  const target = isLimited ? await targetOf(call, runtime.parts) : undefined
  if (await askOne(tool, { ...need, target }, round)) asked.add(tool.capability)
}

const askerOf = ({ request: { people }, runtime }: PermissionRound): AskPermission | undefined =>
  people ? people.askPermission : runtime.askPermission

function needOf({ name, capability }: ToolDefinition, { caller, runtime }: PermissionRound): Need {
  const { principal, session, turn } = caller
  const tool = { name, definition: runtime.catalog.definitionHash(name) ?? '' }
  return { capability, target: undefined, session, turn, principal, tool }
}

async function grantFlags({ request, caller, runtime }: PermissionRound): Promise<void> {
  const { principal, session, turn } = caller
  for (const capability of request.allow ?? [])
    await runtime.broker.issue({
      capability,
      principal,
      session,
      turn,
      ...(request.client
        ? { decidedBy: 'key' as const, purpose: 'given with the key' }
        : { decidedBy: 'flag' as const, purpose: 'given with the command' }),
      confirmsWrites: true,
      milliseconds: runtime.grantMs(capability),
    })
}

/** False if what was found holds for this one tool, or on some paths only. */
async function askOne(tool: ToolDefinition, need: Need, round: PermissionRound): Promise<boolean> {
  const { caller, runtime, emit } = round
  const { capability } = tool
  const about = { capability, tool: tool.name }
  const known = await runtime.broker.find(need)
  if (known.kind === 'active') {
    emit({ type: 'permission.granted', ...about, decided_by: known.grant.decidedBy })
    return isForAll(known.grant)
  }
  const ask = askerOf(round)
  const { principal, session, turn, signal, route } = caller
  if (ask) emit({ type: 'permission.requested', ...about, decided_by: null })
  const question = {
    capability,
    tool: tool.name,
    intent: route.intent,
    seconds: runtime.grantMs(capability) / 1_000,
    scope: [],
  }
  const sessionMs = runtime.sessionHours * 60 * 60 * 1_000
  const granted = await requestPermission(
    { question, session, turn, principal, sessionMs, ask, signal },
    runtime.broker,
  )
  const grant = granted.ok ? granted.value : undefined
  emit({ type: grant ? 'permission.granted' : 'permission.denied', ...about, decided_by: grant?.decidedBy ?? null })
  return true
}

const isForAll = ({ tool, paths }: Grant): boolean => tool === undefined && paths.length === 0
