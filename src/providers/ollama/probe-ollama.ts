import {
  type Json,
  type JsonObject,
  type Result,
  fail,
  isJsonList,
  isJsonObject,
  succeed,
  textOf,
} from '../../core/index.ts'
import type { Abilities, SchemaUse } from '../abilities.ts'
import { askJson } from '../http/ask-json.ts'
import { countOf } from '../http/count.ts'
import type { ServerContext } from '../server-product.ts'
import { probeSchema } from '../probe-replies.ts'
import { createOllamaModel } from './ollama-model.ts'

/** Asks what the model can do, and for one short reply, which shows whether this server enforces a schema. */
export async function probeOllama(context: ServerContext): Promise<Result<Abilities>> {
  const { connection, signal } = context
  const { base, name } = connection.endpoint
  const shown = await askJson({ url: `${base}/api/show`, body: { model: name } }, connection, signal)
  if (!shown.ok) return shown
  if (!isJsonObject(shown.value))
    return fail('model_reply_unreadable', `${base}/api/show does not answer as Ollama does.`)
  const told = describe(shown.value)
  if (told.schema !== 'untried' || !context.settings.probe_schema) return succeed(told)
  const schema = await probeSchema(createOllamaModel(context, told), signal)
  return schema.ok ? succeed({ ...told, schema: schema.value }) : schema
}

function describe(shown: JsonObject): Abilities {
  const capabilities = shown['capabilities']
  const has = (word: string): boolean => isJsonList(capabilities) && capabilities.includes(word)
  const contextTokens = contextOf(shown['model_info'])
  // Older servers list no capabilities; there the template mentions tools if the model can use them.
  const nativeTools = isJsonList(capabilities) ? has('tools') : /\.Tools\b/.test(textOf(shown['template']))
  return {
    nativeTools,
    schema: schemaOf(shown),
    embed: has('embedding'),
    ...(contextTokens !== undefined && { contextTokens }),
  }
}

/** A model that runs in Ollama's cloud ignores the schema, as its documentation says. */
const schemaOf = (shown: JsonObject): SchemaUse => (textOf(shown['remote_host']) === '' ? 'untried' : 'ignored')

/** `qwen3.context_length`: the architecture comes first. */
function contextOf(info: Json | undefined): number | undefined {
  if (!isJsonObject(info)) return undefined
  return countOf(info[`${textOf(info['general.architecture'])}.context_length`])
}
