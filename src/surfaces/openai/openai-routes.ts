import { type Context, Hono } from 'hono'
import { type Fault, fault, messageOf, sha256 } from '../../core/index.ts'
import { type AskPerson, type Runtime, openClientTurns } from '../../runtime/index.ts'
import type { ClientKey } from './client-key.ts'
import { type CompletionContext, answerInStream, answerWhole, jsonResponse } from './complete-chat.ts'
import { type DocsOf, docsPage, openAiError } from './error-reply.ts'
import type { ListedModel, ModelRegistry } from './models/model-registry.ts'
import { readCompletionRequest } from './request/read-completion-request.ts'

export type OpenAiOptions = {
  readonly runtime: Runtime
  readonly models: ModelRegistry
  /** The key of a request; requests without one never get here. */
  readonly keyOf: (context: Context) => ClientKey
  /** Asks a person about held calls; left out, the approval list is watched. */
  readonly ask?: AskPerson
  readonly docsOf?: DocsOf
}

/** `/chat/completions` and `/models`, to be mounted under `/v1` behind access checks. */
export function openaiRoutes(options: OpenAiOptions): Hono {
  const { runtime, models, keyOf, ask, docsOf = docsPage } = options
  const door = openClientTurns(runtime)
  const { clock } = runtime
  const refuse = (error: Fault): Response => {
    const { status, body } = openAiError(error, docsOf)
    return jsonResponse(status, body)
  }
  const routes = new Hono()
  routes.post('/chat/completions', async context => {
    const request = readCompletionRequest(await context.req.text())
    if (!request.ok) return refuse(request.error)
    const model = await models.open(request.value.model)
    if (!model.ok) return refuse({ ...model.error, detail: { ...model.error.detail, param: 'model' } })
    const key = keyOf(context)
    const exchange: CompletionContext = {
      request: request.value,
      key,
      model: model.value,
      session: sessionOf(key, context.req.header('x-countersign-session')),
      door,
      ask,
      docsOf,
      now: () => clock.now(),
      signal: context.req.raw.signal,
    }
    return request.value.stream ? answerInStream(exchange) : answerWhole(exchange)
  })
  routes.get('/models', async () => jsonResponse(200, { object: 'list', data: (await models.list()).map(wireModel) }))
  routes.get('/models/:id{.+}', async context => {
    const id = context.req.param('id')
    const found = (await models.list()).find(model => model.id === id)
    return found
      ? jsonResponse(200, wireModel(found))
      : refuse(fault('model_unknown', `There is no model ${JSON.stringify(id.slice(0, 80))} here.`, { param: 'model' }))
  })
  routes.all('*', () =>
    jsonResponse(
      404,
      openAiError(fault('usage_invalid', 'There is no such endpoint. Endpoints: chat/completions and models.'), docsOf)
        .body,
    ),
  )
  routes.onError(thrown => refuse(fault('system_error', `The request failed: ${messageOf(thrown)}`)))
  return routes
}

const wireModel = ({
  id,
  owner,
}: ListedModel): {
  readonly id: string
  readonly object: string
  readonly created: number
  readonly owned_by: string
} => ({
  id,
  object: 'model',
  created: 0,
  owned_by: owner,
})

const MAX_SESSION = 100

/** Sessions named by a client belong to its key: the same name under another key is another session. */
function sessionOf({ session, principal }: ClientKey, named: string | undefined): string | undefined {
  if (session !== undefined || named === undefined || named === '') return session
  return `${sha256(principal).slice(0, 12)}-${named.slice(0, MAX_SESSION)}`
}
