import type { Allowance, Capability, ToolDefinition } from '../../core/index.ts'
import { requestPermission } from '../../permissions/index.ts'
import type { Caller } from '../call/call-parts.ts'
import type { Runtime } from '../runtime.ts'
import type { Emit } from './stamp.ts'
import type { TurnRequest } from './turn-request.ts'

export type PermissionRound = {
  readonly request: TurnRequest
  readonly caller: Caller
  readonly runtime: Runtime
  readonly emit: Emit
}

/** What the tools of this turn need is asked for before the model says a word. Where there is nobody to ask, it stays missing. */
export async function askPermissions(allowance: Allowance, round: PermissionRound): Promise<void> {
  await grantFlags(round)
  for (const capability of allowance.missing) {
    const tool = allowance.tools.find(each => each.capability === capability)
    if (tool) await askOne(capability, tool, round)
  }
}

/** A tool that only came along is asked for when it is called, once a turn. Where there is nobody, its gate says no. */
export async function askWhenCalled(tool: ToolDefinition, round: PermissionRound & { readonly asked: Set<string> }): Promise<void> {
  const { asked, runtime } = round
  if (!runtime.askPermission || asked.has(tool.capability)) return
  asked.add(tool.capability)
  await askOne(tool.capability, tool, round)
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

async function askOne(capability: Capability, tool: ToolDefinition, { caller, runtime, emit }: PermissionRound): Promise<void> {
  const { principal, session, turn, signal, route } = caller
  const about = { capability, tool: tool.name }
  const known = await runtime.broker.find({ capability, target: undefined, session, turn, principal })
  if (known.kind === 'active') return emit({ type: 'permission.granted', ...about, decided_by: known.grant.decidedBy })
  if (runtime.askPermission) emit({ type: 'permission.requested', ...about, decided_by: null })
  const question = { capability, tool: tool.name, intent: route.intent, seconds: runtime.grantMs(capability) / 1_000, scope: [] }
  const sessionMs = runtime.sessionHours * 60 * 60 * 1_000
  const granted = await requestPermission(
    { question, session, turn, principal, sessionMs, ask: runtime.askPermission, signal },
    runtime.broker,
  )
  const grant = granted.ok ? granted.value : undefined
  emit({ type: grant ? 'permission.granted' : 'permission.denied', ...about, decided_by: grant?.decidedBy ?? null })
}
