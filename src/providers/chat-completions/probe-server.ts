import { type JsonObject, type Model, type Result, fail, isJsonObject, succeed, textOf } from '../../core/index.ts'
import type { Abilities } from '../abilities.ts'
import { askJson } from '../http/ask-json.ts'
import { countOf } from '../http/count.ts'
import type { Opening } from '../opening.ts'
import { probeSchema, probeTools } from '../probe-replies.ts'
import { fetchHint, unversioned, versioned } from '../server-address.ts'
import { createChatModel } from './chat-model.ts'
import { findModel, isList, modelsIn } from './listed-models.ts'

/** What the server says about the model; `nativeTools` is left out where only a try can show it. */
type Told = { readonly nativeTools?: boolean; readonly contextTokens?: number }

export async function probeServer(opening: Opening): Promise<Result<Abilities>> {
  const told = await ask(opening)
  if (!told.ok) return told
  if (opening.connection.endpoint.kind === 'openai') return succeed({ nativeTools: true, schema: 'kept', embed: false })
  const assumed: Abilities = { nativeTools: false, schema: 'untried', embed: false, ...told.value }
  return opening.settings.probe_schema ? tryOut(assumed, told.value, opening) : succeed(assumed)
}

function ask(opening: Opening): Promise<Result<Told>> {
  switch (opening.connection.endpoint.kind) {
    case 'lmstudio':
      return askLmStudio(opening)
    case 'llamacpp':
      return askLlamaServer(opening)
    default:
      return askModels(opening)
  }
}

async function tryOut(assumed: Abilities, told: Told, opening: Opening): Promise<Result<Abilities>> {
  const model = createChatModel(opening, assumed)
  const schema = await probeSchema(model, opening.signal)
  if (!schema.ok) return schema
  const tools = await toolsOf(model, told, opening)
  if (!tools.ok) return tools
  // A model that had to be loaded for the try has a window only now.
  const again =
    opening.connection.endpoint.kind === 'lmstudio' && told.contextTokens === undefined
      ? await ask(opening)
      : succeed(told)
  return succeed({ ...assumed, ...(again.ok && again.value), ...tools.value, schema: schema.value })
}

type TakenTools = Pick<Abilities, 'nativeTools' | 'takesTools'>

async function toolsOf(model: Model, { nativeTools }: Told, { signal }: Opening): Promise<Result<TakenTools>> {
  if (nativeTools !== undefined) return succeed({ nativeTools })
  const use = await probeTools(model, signal)
  return use.ok
    ? succeed({ nativeTools: use.value === 'used', ...(use.value !== 'refused' && { takesTools: true }) })
    : use
}

async function askModels({ connection, signal }: Opening): Promise<Result<Told>> {
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

async function askLmStudio(opening: Opening): Promise<Result<Told>> {
  const { connection, signal } = opening
  const answer = await askJson({ url: `${unversioned(connection.endpoint.base)}/api/v0/models` }, connection, signal)
  // Versions that do not have this endpoint answer with a refusal, or with an error under status 200.
  if (!answer.ok && answer.error.code !== 'model_refused') return answer
  if (!answer.ok || !isList(answer.value)) return askModels(opening)
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

async function askLlamaServer({ connection, signal }: Opening): Promise<Result<Told>> {
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
  { kind, base, name }: Opening['connection']['endpoint'],
  models: readonly JsonObject[],
): Result<Told> {
  const names = models.slice(0, MAX_SHOWN).map(model => textOf(model['id']))
  const more = models.length > MAX_SHOWN ? ` and ${models.length - MAX_SHOWN} more` : ''
  return fail(
    'model_unknown',
    `The server at ${base} has no model "${name}". It has: ${names.join(', ')}${more}. ${fetchHint(kind, name)}`,
  )
}
