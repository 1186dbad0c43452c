import { type Model, type Wire, newId } from '../../core/index.ts'
import { type Abilities, type SaveAbilities, trackAbilities } from '../abilities.ts'
import { createCutDetector, estimateRequest } from '../cut-prompt.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ReplyOptions, ReplyReader } from '../http/reply-state.ts'
import { type ReplyRequest, replyWithRetries } from '../http/model-reply.ts'
import { closedEarly } from '../http/attempt-failure.ts'
import type { ServerContext } from '../server-product.ts'
import { versioned } from '../server-address.ts'
import { createChatReader, createWholeChatReader } from './chat-reader.ts'
import { chatRequest } from './chat-request.ts'

/** A model behind /v1/chat/completions, whoever made the server. */
export function createChatModel(
  { connection, settings }: ServerContext,
  abilities: Abilities,
  save?: SaveAbilities,
): Model {
  const { endpoint } = connection
  const { contextTokens } = abilities
  const tracker = trackAbilities(abilities, save)
  const isCutBy = contextTokens === undefined ? undefined : createCutDetector(contextTokens)
  const url = `${versioned(endpoint.base)}/chat/completions`
  const early = closedEarly(endpoint)
  return {
    id: endpoint.id,
    provider: endpoint.kind === 'url' ? 'openai-compatible' : endpoint.kind,
    can: tracker.can,
    wire: wireOf(endpoint),
    ...(contextTokens !== undefined && { contextTokens }),
    reply(request, signal) {
      const options: ReplyOptions = {
        newCallId: () => newId('call'),
        isCut: read => isCutBy !== undefined && isCutBy(estimateRequest(request), read),
        closedEarly: early,
      }
      const ask = (): ReplyRequest => {
        const { without } = tracker
        const { body, parts } = chatRequest(request, {
          name: endpoint.name,
          maxTokensKey: maxTokensKeyOf(endpoint),
          without,
          isStreamed: !settings.whole_replies,
        })
        const reader = (contentType: string): ReplyReader | undefined => readerFor(contentType, options, endpoint)
        return { url, body, parts, reader }
      }
      return replyWithRetries({ connection, signal, request: ask, learn: tracker.learn })
    },
  }
}

/** A server that cannot stream answers with one object; a page is no answer; anything else is tried as a stream. */
function readerFor(contentType: string, options: ReplyOptions, endpoint: Endpoint): ReplyReader | undefined {
  if (contentType.includes('html')) return undefined
  return contentType.includes('json') ? createWholeChatReader(options, endpoint) : createChatReader(options, endpoint)
}

const wireOf = ({ kind }: Endpoint): Wire => ({
  form: 'json_schema',
  subset: kind === 'openai' ? 'strict-safe' : 'grammar-safe',
})

const maxTokensKeyOf = ({ kind }: Endpoint): 'max_tokens' | 'max_completion_tokens' =>
  kind === 'openai' ? 'max_completion_tokens' : 'max_tokens'
