import type { Assessment, Proposal, TextChange, ToolDefinition } from '../../../core/index.ts'
import { type Approval, MOST_EXTENSIONS, type PermissionQuestion } from '../../../permissions/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import { diffLines } from '../../cli/turn/diff-lines.ts'
import type { ChangeView, PermissionView } from '../shapes.ts'
import type { ApprovalChoice } from './approval-choices.ts'

const RISK_WORDS = { read: 'reads', write: 'changes', destroy: 'deletes' } as const

/** The turn or call that asks. */
export type Asker = {
  readonly session: string
  readonly turn: string | null
  readonly model: string | null
  readonly caller: string | null
}

const plainChoices = (choices: readonly ApprovalChoice[]): PermissionView['choices'] =>
  choices.map(({ paths: _paths, ...choice }) => choice)

type CallFacts = {
  readonly approval: Approval
  readonly proposal: Proposal | undefined
  readonly asker: Asker
  readonly choices: readonly ApprovalChoice[]
  readonly state?: PermissionView['state']
}

export function callView(
  { approval, proposal, asker, choices, state = approval.state }: CallFacts,
  { catalog }: Runtime,
): PermissionView {
  const { id, tool, args, risk, summary, reason, requestedAt, ends } = approval
  const definition = catalog.get(tool)
  return {
    id,
    kind: 'call',
    state,
    session_id: approval.session,
    turn_id: asker.turn,
    asked_by: { model: asker.model, caller: asker.caller },
    held: proposal !== undefined,
    tool,
    capability: definition?.capability ?? '',
    risk,
    risk_because: riskReason(tool, risk, definition),
    summary,
    reason,
    args,
    args_bytes: Buffer.byteLength(JSON.stringify(args)),
    change: proposal ? changeOf(proposal.assessment) : null,
    sandbox: proposal?.assessment.sandbox ?? null,
    definition_hash: catalog.definitionHash(tool) ?? null,
    requested_at: new Date(requestedAt).toISOString(),
    expires_at: new Date(ends.at).toISOString(),
    extensions_left: MOST_EXTENSIONS - approval.extensions,
    choices: plainChoices(choices),
  }
}

/** The risk comes from the tool's definition or from the call's assessment, never from the model. */
function riskReason(tool: string, risk: PermissionView['risk'], definition: ToolDefinition | undefined): string {
  if (definition?.risk === risk) return `By its definition ${tool} ${RISK_WORDS[risk]} something.`
  return `This call ${RISK_WORDS[risk]} something; other calls of ${tool} may not.`
}

export function changeOf(assessment: Assessment): ChangeView | null {
  const change = assessment.change?.()
  return change ? changedText(assessment.target?.name ?? null, change) : null
}

/** A line diff with some context. */
export function changedText(path: string | null, change: TextChange): ChangeView {
  const lines = diffLines(change)
  const count = (sign: string): number => lines.filter(line => line.sign === sign).length
  return { path, added: count('+'), removed: count('-'), lines }
}

type CapabilityQuestion = {
  readonly id: string
  readonly question: PermissionQuestion
  readonly asker: Asker
  readonly choices: readonly ApprovalChoice[]
  readonly requestedAt: number
  readonly expiresAt: number
}

export function capabilityView(facts: CapabilityQuestion, { catalog }: Runtime): PermissionView {
  const { id, question, asker, choices, requestedAt, expiresAt } = facts
  const { capability, tool, intent } = question
  const risk = catalog.get(tool)?.risk ?? 'write'
  return {
    id,
    kind: 'capability',
    state: 'pending',
    session_id: asker.session,
    turn_id: asker.turn,
    asked_by: { model: asker.model, caller: asker.caller },
    held: true,
    tool,
    capability,
    risk,
    risk_because: `By its definition ${tool} ${RISK_WORDS[risk]} something.`,
    summary: `wants to use ${capability}, for example with ${tool}`,
    reason: `${tool} needs ${capability}, which is not granted (${intent})`,
    args: null,
    args_bytes: 0,
    change: null,
    sandbox: null,
    definition_hash: catalog.definitionHash(tool) ?? null,
    requested_at: new Date(requestedAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    extensions_left: MOST_EXTENSIONS,
    choices: plainChoices(choices),
  }
}
