import { type Allowance, type Fault, type Route, fault, estimateTokens } from '../../core/index.ts'
import { createNativeNames } from '../../catalog/index.ts'
import { type Prompt, catalogSection, createProseGate, protocolSection } from '../../protocol/index.ts'
import { valuesOf } from '../config/index.ts'
import { askPermissions } from '../turn/ask-permissions.ts'
import { type Limits, createBudget } from '../turn/budgets.ts'
import { converse } from '../turn/converse.ts'
import { createModelStop } from '../turn/model-stop.ts'
import type { TalkStart } from '../turn/open-turn.ts'
import { repairSection, turnSection } from '../turn/settings.ts'
import { failedTurn } from '../turn/stops.ts'
import type { Talk, TurnEnd } from '../turn/talk.ts'
import { formatOf, profileOf } from './client-asks.ts'
import { createClientThread } from './client-thread.ts'
import type { ClientTurn } from './client-turn.ts'
import { MAX_CALLS } from './hand-calls.ts'

const ROUTE: Route = { intent: 'client', needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' }

export type ClientFacts = { readonly route: Route; readonly allowance: Allowance; readonly earlier: readonly string[] }

/** What is on offer is what the client brought and his key allows; nobody guesses what his message is about. */
export const clientFacts = ({ offered, messages }: ClientTurn): ClientFacts => ({
  route: ROUTE,
  allowance: { tools: offered, withheld: [], missing: [] },
  earlier: messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(0, -1),
})

export async function takeClientTurn(client: ClientTurn, start: TalkStart): Promise<TurnEnd> {
  const { emit, caller, told, log, request, runtime } = start
  const { allowance } = caller
  told.offered = allowance.tools.map(({ name }) => name)
  emit({ type: 'policy.decided', allowed: told.offered, forbidden: [], permissions: [], withheld: allowance.withheld })
  for (const { tool, receipt, decidedBy } of client.settled)
    emit({ type: 'receipt.minted', receipt_id: receipt, tool, decided_by: decidedBy })
  for (const signature of client.signatures) caller.turnMemory.add(signature)
  for (const { role, content } of client.messages) if (role === 'tool') log.shown.push(content)
  await askPermissions(allowance, { request, caller, runtime, emit })
  const talk = clientTalk(client, start)
  const full = windowFault(talk)
  return full ? failedTurn(full) : converse(talk)
}

function clientTalk(
  client: ClientTurn,
  { request, runtime, model, caller, emit, signal, log, said, text }: TalkStart,
): Talk {
  const { tools, denied } = caller.allowance
  const names = createNativeNames([...tools.map(({ name }) => name), ...calledNames(client)])
  const rules = rulesOf(client, tools).map(({ text: words }) => words)
  return {
    request,
    runtime,
    model,
    profile: profileOf(client.form),
    required: client.required,
    tools,
    toolbox: runtime.catalog.only(tools, denied),
    names,
    caller,
    thread: createClientThread({ ...client, names, rules: rules.join('\n\n'), question: text }),
    budget: createBudget(limitsOf(runtime)),
    emit,
    signal,
    modelStop: createModelStop(signal),
    log,
    said,
    refresh: async () => undefined,
    client: { ...client, write: writerOf(client, [...tools, ...(denied ?? [])]), rejected: [] },
  }
}

/** Tools that the conversation has used and that are no longer on offer need a name for the server, too. */
const calledNames = ({ messages }: ClientTurn): readonly string[] =>
  messages.flatMap(message => (message.role === 'assistant' ? (message.calls ?? []).map(({ name }) => name) : []))

function rulesOf(client: ClientTurn, tools: Talk['tools']): readonly Prompt[] {
  if (client.form === 'text') return tools.length === 0 ? [] : [catalogSection(tools, 'lenient')]
  const isTold = client.form === 'both' && tools.length > 0
  const calling = isTold
    ? [catalogSection(tools, 'lenient'), protocolSection({ profile: 'lenient', required: client.required })]
    : []
  return [...calling, ...formatOf({ tools }, client)]
}

/** Whoever must check first shows nothing while it is written. */
function writerOf(
  { onText, required, format }: ClientTurn,
  tools: Talk['tools'],
): ((text: string) => void) | undefined {
  if (!onText || required || format) return undefined
  if (tools.length === 0) return onText
  const gate = createProseGate(tools.map(({ name }) => name))
  return text => {
    const shown = gate.write(text)
    if (shown !== '') onText(shown)
  }
}

const AFTER_REFUSALS = 3 // requests in which a model may react to calls that were not handed over

function limitsOf({ config }: TalkStart['runtime']): Limits {
  const { repair_max_attempts: repairs } = valuesOf(config, repairSection)
  const turn = valuesOf(config, turnSection)
  return {
    steps: MAX_CALLS,
    bytesPerStep: turn.max_tool_bytes_per_step,
    bytesPerTurn: turn.max_tool_bytes_per_turn,
    repairs,
    roundTrips: 1 + repairs + AFTER_REFUSALS,
    runSteps: undefined,
    softRunSteps: undefined,
  }
}

const TOO_HIGH = 1.3 // our estimate is careful; what only it calls too long may well fit

/** Servers cut the start of what is too long without a word, and that is where the rules stand. */
function windowFault({ model, thread }: Talk): Fault | undefined {
  const { contextTokens: window } = model
  if (window === undefined) return undefined
  const length = thread.messages('').reduce((sum, { content }) => sum + content.length, 0)
  if (length < window) return undefined // a token has at least one character
  const needed = Math.ceil(
    thread.messages('').reduce((sum, { content }) => sum + estimateTokens(content), 0) / TOO_HIGH,
  )
  if (needed <= window) return undefined
  return fault(
    'context_full',
    `The conversation needs about ${needed} tokens, and the model reads ${window} at once.`,
    { needed, window },
  )
}
