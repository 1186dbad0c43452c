import type { ModelMessage, ModelRequest, ModelTool, Profile, Purpose } from '../../core/index.ts'
import {
  type Prompt,
  type ReadRequest,
  answerFormatSection,
  protocolSection,
  repairRequest,
  secondReadingSection,
  toWire,
  wrongAnswerSection,
} from '../../protocol/index.ts'
import { type Ask, FREE, type Refused, readOf } from '../turn/asks.ts'
import { readsCalls } from '../turn/reads-calls.ts'
import type { Talk } from '../turn/talk.ts'
import type { ClientTurn, ToolForm } from './client-turn.ts'

/** Through the server's own field replies are read as native ones, where text that holds a call counts, too. */
export const profileOf = (form: ToolForm): Profile => (form === 'text' ? 'lenient' : 'native')

/** The client's conversation, with what he wants to be kept to said in words as well. */
export function clientAsk(talk: Talk, client: ClientTurn): Ask {
  const { model, thread, tools } = talk
  const prompts = tailOf(talk, client)
  const tail = prompts.map(({ text }) => text).join('\n\n')
  const schema = tools.length === 0 && model.can.jsonSchema ? client.format?.schema : undefined
  const sent = schema && toWire({ name: client.format?.name ?? 'answer', schema }, model.wire)
  return {
    purpose: 'reply',
    model,
    request: {
      messages: thread.messages(tail),
      ...client.sampling,
      ...nativeTools(talk, client),
      ...(sent && { responseSchema: sent.body }),
    },
    read: readFor(talk, client),
    withoutTools: !readsCalls(talk),
    recorded: sent ? { schema_enforced: sent.enforced, nonce_forced: false } : FREE,
    prompts,
  }
}

/** Once a call was refused the model may also say so. */
const isRequired = ({ log }: Talk, { required }: ClientTurn): boolean => required && log.made.length === 0

function readFor(talk: Talk, client: ClientTurn): ReadRequest {
  return readOf(talk, { required: talk.tools.length > 0 && isRequired(talk, client) })
}

function nativeTools(talk: Talk, client: ClientTurn): Pick<ModelRequest, 'tools' | 'toolChoice'> {
  if (talk.tools.length === 0 || client.form === 'text') return {}
  const { tools, names } = talk
  const sent = tools.map(({ name, description, input }): ModelTool => ({
    name: names.encode(name) ?? name,
    description,
    parameters: input,
  }))
  return { tools: sent, toolChoice: isRequired(talk, client) ? 'required' : 'auto' }
}

/** What stands at the very end where everything is said in words; elsewhere the rules stand with the instructions. */
function tailOf(talk: Talk, client: ClientTurn): readonly Prompt[] {
  if (client.form !== 'text') return []
  const protocol =
    talk.tools.length === 0 ? [] : [protocolSection({ profile: 'lenient', required: isRequired(talk, client) })]
  return [...protocol, ...formatOf(talk, client)]
}

export function formatOf({ tools }: Pick<Talk, 'tools'>, { format }: ClientTurn): readonly Prompt[] {
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

export function clientRepairAsk(talk: Talk, first: Ask, refused: Refused): Ask {
  const { rejection, output, requested } = refused
  const { system, user } = repairRequest({
    profile: talk.client?.form === 'native' ? 'native' : 'lenient',
    tools: talk.tools,
    rejection,
    invalidOutput: output,
    attempt: talk.budget.repairs(),
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
