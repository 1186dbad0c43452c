import type { Allowance, Capability, ToolDefinition } from '../../core/index.ts'
import { type AskPermission, requestPermission } from '../../permissions/index.ts'
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

/**
 * What the tools of this turn need is asked for before the model says a word. Where there is nobody to ask, it stays missing. Answers with
 * the capabilities that are settled for the turn; a rule that holds for one tool alone settles nothing for the others.
 */
export async function askPermissions(allowance: Allowance, round: PermissionRound): Promise<readonly Capability[]> {
  await grantFlags(round)
  const settled: Capability[] = []
  for (const capability of allowance.missing) {
    const tool = allowance.tools.find(each => each.capability === capability)
    if (!tool || (await askOne(capability, tool, round))) settled.push(capability)
  }
  return settled
}

/** A tool that only came along is asked for when it is called, once a turn. Where there is nobody, its gate says no. */
export async function askWhenCalled(tool: ToolDefinition, round: PermissionRound & { readonly asked: Set<string> }): Promise<void> {
  const { asked } = round
  const [all, alone] = [tool.capability, `${tool.capability} for ${tool.name}`]
  if (!askerOf(round) || asked.has(all) || asked.has(alone)) return
  asked.add((await askOne(tool.capability, tool, round)) ? all : alone)
}

const askerOf = ({ request: { people }, runtime }: PermissionRound): AskPermission | undefined =>
  people ? people.askPermission : runtime.askPermission

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

/** False if what was found holds for this one tool only. */
async function askOne(capability: Capability, tool: ToolDefinition, round: PermissionRound): Promise<boolean> {
  const { caller, runtime, emit } = round
  const ask = askerOf(round)
  const { principal, session, turn, signal, route } = caller
  const about = { capability, tool: tool.name }
  const bound = { name: tool.name, definition: runtime.catalog.definitionHash(tool.name) ?? '' }
  const known = await runtime.broker.find({ capability, target: undefined, session, turn, principal, tool: bound })
  if (known.kind === 'active') {
    emit({ type: 'permission.granted', ...about, decided_by: known.grant.decidedBy })
    return known.grant.tool === undefined
  }
  if (ask) emit({ type: 'permission.requested', ...about, decided_by: null })
  const question = { capability, tool: tool.name, intent: route.intent, seconds: runtime.grantMs(capability) / 1_000, scope: [] }
  const sessionMs = runtime.sessionHours * 60 * 60 * 1_000
  const granted = await requestPermission({ question, session, turn, principal, sessionMs, ask, signal }, runtime.broker)
  const grant = granted.ok ? granted.value : undefined
  emit({ type: grant ? 'permission.granted' : 'permission.denied', ...about, decided_by: grant?.decidedBy ?? null })
  return true
}
