import { type Model, newId } from '../../core/index.ts'
import { type Abilities, type SaveAbilities, trackAbilities } from '../abilities.ts'
import { createCutDetector, estimateRequest } from '../cut-prompt.ts'
import { type ReplyRequest, replyWithRetries } from '../http/model-reply.ts'
import type { ReplyOptions } from '../http/reply-state.ts'
import { closedEarly } from '../http/attempt-failure.ts'
import type { ServerContext } from '../server-product.ts'
import { createOllamaReader } from './ollama-reader.ts'
import { ollamaRequest } from './ollama-request.ts'

/** A model on an Ollama server, asked through its own /api/chat: its endpoint under /v1 ignores the window size. */
export function createOllamaModel(
  { connection, settings }: ServerContext,
  abilities: Abilities,
  save?: SaveAbilities,
): Model {
  const { endpoint } = connection
  const tracker = trackAbilities(abilities, save)
  const numCtx = Math.min(settings.num_ctx, abilities.contextTokens ?? Number.POSITIVE_INFINITY)
  const isCutBy = createCutDetector(numCtx)
  return {
    id: endpoint.id,
    provider: 'ollama',
    can: tracker.can,
    wire: { form: 'format', subset: 'grammar-safe' },
    contextTokens: numCtx,
    reply(request, signal) {
      const options: ReplyOptions = {
        newCallId: () => newId('call'),
        isCut: read => isCutBy(estimateRequest(request), read),
        closedEarly: closedEarly(endpoint),
      }
      const ask = (): ReplyRequest => {
        const withSchema = !tracker.without.has('schema')
        const body = ollamaRequest(request, {
          name: endpoint.name,
          numCtx,
          withSchema,
          isStreamed: !settings.whole_replies,
        })
        return {
          url: `${endpoint.base}/api/chat`,
          body: () => JSON.stringify(body),
          parts: () => [
            ...('format' in body ? (['schema'] as const) : []),
            ...('tools' in body ? (['tools'] as const) : []),
          ],
          reader: contentType => (contentType.includes('html') ? undefined : createOllamaReader(options, endpoint)),
        }
      }
      return replyWithRetries({ connection, signal, request: ask, learn: tracker.learn })
    },
  }
}
