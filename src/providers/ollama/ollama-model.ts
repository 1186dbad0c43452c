import { type Model, newId } from '../../core/index.ts'
import { type Abilities, type Remember, createLearning } from '../abilities.ts'
import { createCutJudge, estimateRequest } from '../cut-prompt.ts'
import { type ReplyRequest, replyWithRetries } from '../http/model-reply.ts'
import type { ReplyOptions } from '../http/reply-state.ts'
import { closedEarly } from '../http/trouble.ts'
import type { Opening } from '../opening.ts'
import { createOllamaReader } from './ollama-reader.ts'
import { ollamaRequest } from './ollama-request.ts'

/** A model on an Ollama server, asked through its own /api/chat: the endpoint under /v1 ignores the size of the window. */
export function createOllamaModel({ connection, settings }: Opening, abilities: Abilities, remember?: Remember): Model {
  const { endpoint } = connection
  const learning = createLearning(abilities, remember)
  const numCtx = Math.min(settings.num_ctx, abilities.contextTokens ?? Number.POSITIVE_INFINITY)
  const judge = createCutJudge(numCtx)
  return {
    id: endpoint.id,
    provider: 'ollama',
    can: learning.can,
    wire: { form: 'format', subset: 'grammar-safe' },
    contextTokens: numCtx,
    reply(request, signal) {
      const options: ReplyOptions = {
        newCallId: () => newId('call'),
        isCut: read => judge(estimateRequest(request), read),
        closedEarly: closedEarly(endpoint),
      }
      const ask = (): ReplyRequest => {
        const withSchema = !learning.without.has('schema')
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
      return replyWithRetries({ connection, signal, request: ask, learn: learning.learn })
    },
  }
}
