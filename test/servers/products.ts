import { type JsonObject, textOf } from '../../src/core/index.ts'
import { type ChatOptions, type ErrorBody, createChat } from './chat-completions.ts'
import { type TestServer, sendJson, startServer } from './test-server.ts'

const openAiError: ErrorBody = (message, _status, { param, code } = {}) => ({
  error: { message, type: 'invalid_request_error', param: param ?? null, code: code ?? null },
})

export type LmStudioOptions = ChatOptions & {
  readonly models?: readonly string[]
  readonly capabilities?: readonly string[]
  readonly contextLength?: number
  /** A version without the endpoints of its own. */
  readonly old?: boolean
}

/** `json_object` is refused, `tool_calls` is always there, what it does not know is answered with 200 and an error. */
export function startLmStudio(options: LmStudioOptions = {}): Promise<TestServer> {
  const {
    models = ['qwen/qwen3-4b'],
    capabilities = ['tool_use'],
    contextLength = 8_192,
    old = false,
    quirks = [],
  } = options
  const chat = createChat({ ...options, quirks: [...quirks, 'empty-tool-calls'] }, message => ({ error: message }))
  let isLoaded = false
  return startServer((received, response) => {
    const { path, body } = received
    if (path === '/api/v0/models' && !old)
      return sendJson(response, 200, {
        object: 'list',
        data: models.map(id => describe(id, { capabilities, contextLength, isLoaded })),
      })
    if (path === '/v1/models')
      return sendJson(response, 200, { object: 'list', data: models.map(id => ({ id, object: 'model' })) })
    if (path !== '/v1/chat/completions')
      return sendJson(response, 200, { error: `Unexpected endpoint or method. (${received.method} ${path})` })
    const type = (body['response_format'] as { type?: string } | undefined)?.type
    if (type === 'json_object')
      return sendJson(response, 400, { error: "'response_format.type' must be 'json_schema' or 'text'" })
    if (!models.includes(textOf(body['model'])))
      return sendJson(response, 404, {
        error: { message: `Model "${textOf(body['model'])}" not found.`, code: 'model_not_found' },
      })
    isLoaded = true
    chat(received, response)
  })
}

type Loaded = { readonly capabilities: readonly string[]; readonly contextLength: number; readonly isLoaded: boolean }

const describe = (id: string, { capabilities, contextLength, isLoaded }: Loaded): JsonObject => ({
  id,
  object: 'model',
  type: 'llm',
  state: isLoaded ? 'loaded' : 'not-loaded',
  max_context_length: 131_072,
  ...(isLoaded && { loaded_context_length: contextLength }),
  capabilities,
})

export type LlamaOptions = ChatOptions & {
  readonly contextLength?: number
  readonly takesTools?: boolean
  /** How many requests are answered with "loading". */
  readonly loadingFor?: number
  /** Before it described the template's abilities. */
  readonly old?: boolean
}

/** Error codes are numbers, the model is the one it was started with, and 503 is told while that loads. */
export function startLlamaServer(options: LlamaOptions = {}): Promise<TestServer> {
  const { contextLength = 8_192, takesTools = true, loadingFor = 0, old = false } = options
  const chat = createChat(options, (message, status) => ({
    error: { code: status, message, type: 'invalid_request_error' },
  }))
  let loading = loadingFor
  return startServer((received, response) => {
    loading -= 1
    if (loading >= 0)
      return sendJson(response, 503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } })
    switch (received.path) {
      case '/props':
        return sendJson(response, 200, {
          default_generation_settings: { n_ctx: contextLength },
          total_slots: 1,
          model_path: '/models/qwen3-4b.gguf',
          chat_template: takesTools ? '{%- if tools %}{{ tools }}{% endif %}' : '{{ messages }}',
          ...(!old && { chat_template_caps: { supports_tools: takesTools } }),
        })
      case '/v1/models':
        return sendJson(response, 200, {
          object: 'list',
          data: [
            {
              id: 'qwen3-4b.gguf',
              object: 'model',
              owned_by: 'llamacpp',
              meta: { n_ctx_train: 40_960, size: 2_500_000_000 },
            },
          ],
        })
      case '/v1/chat/completions':
        return received.body['response_format'] && received.body['tools']
          ? sendJson(response, 400, {
              error: {
                code: 400,
                message: 'Cannot use custom grammar constraints with tools.',
                type: 'invalid_request_error',
              },
            })
          : chat(received, response)
      default:
        return sendJson(response, 404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } })
    }
  })
}

export type VllmOptions = ChatOptions & { readonly models?: readonly string[]; readonly contextLength?: number }

/** Its errors name their type; tools need flags at its start. */
export function startVllm(options: VllmOptions = {}): Promise<TestServer> {
  const { models = ['Qwen/Qwen3-4B'], contextLength = 32_768 } = options
  const error: ErrorBody = (message, status, { param } = {}) => ({
    error: { message, type: status === 404 ? 'NotFoundError' : 'BadRequestError', param: param ?? null, code: status },
  })
  const chat = createChat(options, error)
  return startServer((received, response) => {
    const { path, body } = received
    if (path === '/v1/models')
      return sendJson(response, 200, {
        object: 'list',
        data: models.map(id => ({ id, object: 'model', owned_by: 'vllm', max_model_len: contextLength })),
      })
    if (path !== '/v1/chat/completions') return sendJson(response, 404, { detail: 'Not Found' })
    const model = textOf(body['model'])
    return models.includes(model)
      ? chat(received, response)
      : sendJson(response, 404, error(`The model \`${model}\` does not exist.`, 404, { param: 'model' }))
  })
}

export type OpenAiOptions = ChatOptions & { readonly models?: readonly string[]; readonly key?: string }

/** Asks for a key and repeats the one it refuses; the old name of the token limit is refused. */
export function startOpenAi(options: OpenAiOptions = {}): Promise<TestServer> {
  const { models = ['gpt-5-mini'], key = 'sk-test-key' } = options
  const chat = createChat(options, openAiError)
  return startServer((received, response) => {
    const { path, body, headers } = received
    const given = (headers.authorization ?? '').replace(/^Bearer /, '')
    if (given !== key)
      return sendJson(
        response,
        401,
        openAiError(`Incorrect API key provided: ${given}.`, 401, { code: 'invalid_api_key' }),
      )
    if (path === '/v1/models')
      return sendJson(response, 200, {
        object: 'list',
        data: models.map(id => ({ id, object: 'model', owned_by: 'system' })),
      })
    if (path !== '/v1/chat/completions')
      return sendJson(response, 404, openAiError(`Invalid URL (${received.method} ${path})`, 404))
    if (!models.includes(textOf(body['model'])))
      return sendJson(
        response,
        404,
        openAiError(`The model \`${textOf(body['model'])}\` does not exist or you do not have access to it.`, 404, {
          code: 'model_not_found',
        }),
      )
    if (body['max_tokens'] !== undefined)
      return sendJson(
        response,
        400,
        openAiError(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          400,
          {
            param: 'max_tokens',
          },
        ),
      )
    chat(received, response)
  })
}
