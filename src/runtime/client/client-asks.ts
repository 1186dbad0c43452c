import type { ModelMessage, ModelRequest, ModelTool, Profile, Purpose } from '../../core/index.ts'
import {
  type Prompt,
  answerFormatSection,
  protocolSection,
  repairRequest,
  secondReadingSection,
  toWire,
  wrongAnswerSection,
} from '../../protocol/index.ts'
import { type Ask, FREE, type Refused, askOf, readOf } from '../turn/asks.ts'
import { type Turn, readsCalls } from '../turn/turn.ts'
import type { ClientConversation, ToolForm } from './client-conversation.ts'

/** Through the server's own field replies are read as native ones, where text that holds a call counts, too. */
export const profileOf = (form: ToolForm): Profile => (form === 'text' ? 'lenient' : 'native')

/** Sends the client's conversation, with the client's demands on the answer repeated in words. */
export function clientAsk(turn: Turn, client: ClientConversation): Ask {
  const { model, allowance, progress } = turn
  const prompts = tailOf(turn, client)
  const tail = prompts.map(({ text }) => text).join('\n\n')
  const schema = allowance.tools.length === 0 && model.can.jsonSchema ? client.format?.schema : undefined
  const sent = schema && toWire({ name: client.format?.name ?? 'answer', schema }, model.wire)
  const messages = progress.transcript.messages(tail)
  const responseSchema = sent && { responseSchema: sent.body }
  return askOf(turn, {
    request: { messages, ...client.sampling, ...nativeTools(turn, client), ...responseSchema },
    read: readOf(turn, { required: allowance.tools.length > 0 && isRequired(turn, client) }),
    withoutTools: !readsCalls(turn),
    recorded: sent ? { schema_enforced: sent.enforced, nonce_forced: false } : FREE,
    prompts,
  })
}

/** Once a call was refused the model may also say so. */
const isRequired = ({ progress }: Turn, { required }: ClientConversation): boolean =>
  required && progress.made.length === 0

function nativeTools(turn: Turn, client: ClientConversation): Pick<ModelRequest, 'tools' | 'toolChoice'> {
  if (turn.allowance.tools.length === 0 || client.form === 'text') return {}
  const { allowance, names } = turn
  const sent = allowance.tools.map(({ name, description, input }): ModelTool => ({
    name: names.encode(name) ?? name,
    description,
    parameters: input,
  }))
  return { tools: sent, toolChoice: isRequired(turn, client) ? 'required' : 'auto' }
}

/** What stands at the very end where everything is said in words; elsewhere the rules stand with the instructions. */
function tailOf(turn: Turn, client: ClientConversation): readonly Prompt[] {
  if (client.form !== 'text') return []
  const protocol =
    turn.allowance.tools.length === 0
      ? []
      : [protocolSection({ profile: 'lenient', required: isRequired(turn, client) })]
  return [...protocol, ...formatOf(turn, client)]
}

export function formatOf(
  { allowance: { tools } }: Pick<Turn, 'allowance'>,
  { format }: ClientConversation,
): readonly Prompt[] {
  return format ? [answerFormatSection({ schema: format.schema, withTools: tools.length > 0 })] : []
}

/** The whole conversation goes along: which call was meant may stand far before the last message. */
function askedAgain(
  first: Ask,
  said: string,
  again: { readonly prompts: readonly Prompt[]; readonly purpose: Purpose },
): Ask {
  const { responseSchema: _schema, ...request } = first.request
  const messages: readonly ModelMessage[] = [
    ...first.request.messages,
    { role: 'assistant', content: said === '' ? '(nothing)' : said },
    { role: 'user', content: again.prompts.map(({ text }) => text).join('\n\n') },
  ]
  return { ...first, ...again, request: { ...request, messages }, recorded: FREE }
}

type RefusedReply = Refused & { readonly first: Ask }

export function clientRepairAsk(refused: RefusedReply, turn: Turn, client: ClientConversation): Ask {
  const { first, rejection, output, requested, others } = refused
  const { system, user } = repairRequest({
    profile: client.form === 'native' ? 'native' : 'lenient',
    tools: turn.allowance.tools,
    rejection,
    invalidOutput: output,
    others,
    attempt: turn.progress.budget.repairs(),
    ...(requested !== undefined && { requested }),
  })
  return askedAgain(first, output, { prompts: [system, user], purpose: 'repair' })
}

export const clientSecondReading = (first: Ask, output: string): Ask =>
  askedAgain(first, output, { prompts: [secondReadingSection()], purpose: 'second_reading' })

/** The schema goes along again: it was an answer that was wrong, not a call. */
export const clientFormatAsk = (first: Ask, output: string, complaint: string): Ask => ({
  ...askedAgain(first, output, { prompts: [wrongAnswerSection({ complaint })], purpose: 'repair' }),
})
