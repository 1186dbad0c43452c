import { type Allowance, type Fault, type Route, fault, estimateTokens } from '../../core/index.ts'
import { createNativeNames } from '../../catalog/index.ts'
import { type Prompt, catalogSection, createProseGate, protocolSection } from '../../protocol/index.ts'
import { askPermissions } from '../turn/ask-permissions.ts'
import { type TurnLimits, createBudget } from '../turn/budgets.ts'
import { converse } from '../turn/converse.ts'
import { routedTurn, turnOf } from '../turn/open-turn.ts'
import { failedTurn } from '../turn/stops.ts'
import type { TurnSettings } from '../turn/turn-settings.ts'
import type { RoutedTurn, TurnWithModel, Turn, TurnEnd } from '../turn/turn.ts'
import { withoutDenied } from '../turn/decide-tools.ts'
import { clientAsk, formatOf, profileOf } from './client-asks.ts'
import type { ClientConversation } from './client-conversation.ts'
import { createClientTranscript } from './client-transcript.ts'
import { MAX_CALLS } from './hand-calls.ts'
import { takeClientMove } from './take-client-move.ts'

const ROUTE: Route = { intent: 'client', needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' }

/** A turn with a client's tools. Its key decides which of them are offered, and the message is not routed. */
export async function takeClientTurn(client: ClientConversation, started: TurnWithModel): Promise<TurnEnd> {
  const { emit, progress, request, runtime, trust } = started
  const { messages, offered: tools, settled, signatures } = client
  const allowance = withoutDenied({ tools, withheld: [], missing: [] }, runtime.ruleSet, trust)
  const saidBefore = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(0, -1)
  const routed = routedTurn(started, { text: request.message, route: ROUTE, allowance, saidBefore })
  const { withheld } = allowance
  emit({ type: 'policy.decided', allowed: progress.offered, forbidden: [], permissions: [], withheld })
  for (const { tool, receipt, decidedBy } of settled)
    emit({ type: 'receipt.minted', receipt_id: receipt, tool, decided_by: decidedBy })
  for (const signature of signatures) progress.signatures.add(signature)
  for (const { role, content } of messages) if (role === 'tool') progress.shown.push(content)
  await askPermissions(routed)
  const turn = clientTurn(client, routed)
  const full = windowFault(turn)
  if (full) return failedTurn(full)
  return converse(clientAsk(turn, client), (attempt, asked) => takeClientMove(attempt, asked, client), turn)
}

function clientTurn(client: ClientConversation, routed: RoutedTurn): Turn {
  const { runtime, allowance, text } = routed
  const { tools, denied = [] } = allowance
  const names = createNativeNames([...tools.map(({ name }) => name), ...calledNames(client)])
  const rules = rulesOf(client, allowance).map(({ text: words }) => words)
  return turnOf(routed, {
    profile: profileOf(client.form),
    required: client.required,
    toolbox: runtime.catalog.only(tools, denied),
    names,
    listener: {
      mayShow: () => false, // the client reads along through `onText`
      onText: writerOf(client, [...tools, ...denied]),
      untilEnd: client.parallel,
    },
    budget: createBudget(limitsOf(runtime.settings)),
    transcript: createClientTranscript({ ...client, names, rules: rules.join('\n\n'), question: text }),
  })
}

/** Tools that the conversation used and that are no longer offered need a name for the server, too. */
const calledNames = ({ messages }: ClientConversation): readonly string[] =>
  messages.flatMap(message => (message.role === 'assistant' ? (message.calls ?? []).map(({ name }) => name) : []))

function rulesOf(client: ClientConversation, allowance: Allowance): readonly Prompt[] {
  const { tools } = allowance
  if (client.form === 'text') return tools.length === 0 ? [] : [catalogSection(tools, 'lenient')]
  const isTold = client.form === 'both' && tools.length > 0
  const calling = isTold
    ? [catalogSection(tools, 'lenient'), protocolSection({ profile: 'lenient', required: client.required })]
    : []
  return [...calling, ...formatOf({ allowance }, client)]
}

/** Nothing is shown early where the answer must be checked first. */
function writerOf(
  { onText, required, format }: ClientConversation,
  tools: Allowance['tools'],
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

const limitsOf = ({ turn, repair: { repair_max_attempts: repairs } }: TurnSettings): TurnLimits => ({
  steps: MAX_CALLS,
  bytesPerStep: turn.max_tool_bytes_per_step,
  bytesPerTurn: turn.max_tool_bytes_per_turn,
  repairs,
  roundTrips: 1 + repairs + AFTER_REFUSALS,
  runSteps: undefined,
  softRunSteps: undefined,
})

const TOO_HIGH = 1.3 // our estimate is careful; what only it calls too long may well fit

/** Servers cut the start of what is too long without a word, and that is where the rules stand. */
function windowFault({ model, progress: { transcript } }: Turn): Fault | undefined {
  const { contextTokens: window } = model
  if (window === undefined) return undefined
  const messages = transcript.messages('')
  const length = messages.reduce((sum, { content }) => sum + content.length, 0)
  if (length < window) return undefined // a token has at least one character
  const needed = Math.ceil(messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) / TOO_HIGH)
  if (needed <= window) return undefined
  return fault(
    'context_full',
    `The conversation needs about ${needed} tokens, and the model reads ${window} at once.`,
    { needed, window },
  )
}
