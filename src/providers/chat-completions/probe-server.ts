import { type JsonObject, type Model, type Result, fail, isJsonObject, succeed, textOf } from '../../core/index.ts'
import type { Abilities } from '../abilities.ts'
import { askJson } from '../http/ask-json.ts'
import { countOf } from '../http/count.ts'
import type { ServerContext } from '../server-product.ts'
import { probeSchema, probeTools } from '../probe-replies.ts'
import { fetchHint, unversioned, versioned } from '../server-address.ts'
import { createChatModel } from './chat-model.ts'
import { findModel, isList, modelsIn } from './listed-models.ts'

/** What the server says about the model; `nativeTools` is left out where only a try can show it. */
type ServerClaims = { readonly nativeTools?: boolean; readonly contextTokens?: number }

export async function probeServer(context: ServerContext): Promise<Result<Abilities>> {
  const claims = await ask(context)
  if (!claims.ok) return claims
  if (context.connection.endpoint.kind === 'openai') return succeed({ nativeTools: true, schema: 'kept', embed: false })
  const assumed: Abilities = { nativeTools: false, schema: 'untried', embed: false, ...claims.value }
  return context.settings.probe_schema ? tryOut(assumed, claims.value, context) : succeed(assumed)
}

function ask(context: ServerContext): Promise<Result<ServerClaims>> {
  switch (context.connection.endpoint.kind) {
    case 'lmstudio':
      return askLmStudio(context)
    case 'llamacpp':
      return askLlamaServer(context)
    default:
      return askModels(context)
  }
}

async function tryOut(assumed: Abilities, claims: ServerClaims, context: ServerContext): Promise<Result<Abilities>> {
  const model = createChatModel(context, assumed)
  const schema = await probeSchema(model, context.signal)
  if (!schema.ok) return schema
  const tools = await toolsOf(model, claims, context)
  if (!tools.ok) return tools
  // LM Studio reports a window only once the model is loaded, which the try has done.
  const again =
    context.connection.endpoint.kind === 'lmstudio' && claims.contextTokens === undefined
      ? await ask(context)
      : succeed(claims)
  return succeed({ ...assumed, ...(again.ok && again.value), ...tools.value, schema: schema.value })
}

type ToolSupport = Pick<Abilities, 'nativeTools' | 'takesTools'>

async function toolsOf(
  model: Model,
  { nativeTools }: ServerClaims,
  { signal }: ServerContext,
): Promise<Result<ToolSupport>> {
  if (nativeTools !== undefined) return succeed({ nativeTools })
  const use = await probeTools(model, signal)
  return use.ok
    ? succeed({ nativeTools: use.value === 'used', ...(use.value !== 'refused' && { takesTools: true }) })
    : use
}

async function askModels({ connection, signal }: ServerContext): Promise<Result<ServerClaims>> {
  const { endpoint } = connection
  const answer = await askJson({ url: `${versioned(endpoint.base)}/models` }, connection, signal)
  // Not every server that is named by its URL lists its models.
  if (!answer.ok) return endpoint.kind === 'url' && answer.error.code === 'model_refused' ? succeed({}) : answer
  const models = modelsIn(answer.value)
  const found = findModel(models, endpoint.name)
  if (!found && endpoint.kind !== 'url' && models.length > 0) return unknownModel(connection.endpoint, models)
  const contextTokens = countOf(found?.['max_model_len'])
  return succeed(contextTokens === undefined ? {} : { contextTokens })
}

async function askLmStudio(context: ServerContext): Promise<Result<ServerClaims>> {
  const { connection, signal } = context
  const answer = await askJson({ url: `${unversioned(connection.endpoint.base)}/api/v0/models` }, connection, signal)
  // Versions that do not have this endpoint answer with a refusal, or with an error under status 200.
  if (!answer.ok && answer.error.code !== 'model_refused') return answer
  if (!answer.ok || !isList(answer.value)) return askModels(context)
  const models = modelsIn(answer.value)
  const found = findModel(models, connection.endpoint.name)
  if (!found) return unknownModel(connection.endpoint, models)
  const capabilities = found['capabilities']
  const contextTokens = countOf(found['loaded_context_length'])
  return succeed({
    nativeTools: Array.isArray(capabilities) && capabilities.includes('tool_use'),
    ...(contextTokens !== undefined && { contextTokens }),
  })
}

async function askLlamaServer({ connection, signal }: ServerContext): Promise<Result<ServerClaims>> {
  const answer = await askJson({ url: `${unversioned(connection.endpoint.base)}/props` }, connection, signal)
  if (!answer.ok) return answer
  if (!isJsonObject(answer.value))
    return fail('model_reply_unreadable', `${connection.endpoint.base}/props does not answer as llama-server does.`)
  const settings = answer.value['default_generation_settings']
  const contextTokens = isJsonObject(settings) ? countOf(settings['n_ctx']) : undefined
  return succeed({
    nativeTools: templateTakesTools(answer.value),
    ...(contextTokens !== undefined && { contextTokens }),
  })
}

/** Newer servers say it; older ones show the template, in which tools are mentioned or not. */
function templateTakesTools(props: JsonObject): boolean {
  const caps = props['chat_template_caps']
  if (isJsonObject(caps) && typeof caps['supports_tools'] === 'boolean') return caps['supports_tools']
  return textOf(props['chat_template_tool_use']) !== '' || /\btools\b/.test(textOf(props['chat_template']))
}

const MAX_SHOWN = 8

function unknownModel(
  { kind, base, name }: ServerContext['connection']['endpoint'],
  models: readonly JsonObject[],
): Result<ServerClaims> {
  const names = models.slice(0, MAX_SHOWN).map(model => textOf(model['id']))
  const more = models.length > MAX_SHOWN ? ` and ${models.length - MAX_SHOWN} more` : ''
  return fail(
    'model_unknown',
    `The server at ${base} has no model "${name}". It has: ${names.join(', ')}${more}. ${fetchHint(kind, name)}`,
  )
}
