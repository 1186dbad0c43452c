import {
  type Json,
  type JsonObject,
  type Model,
  type ModelRequest,
  type Result,
  fail,
  isJsonObject,
  parseJsonText,
} from '../core/index.ts'
import { INTENTS, isIntent, isMorePowerful } from './intents.ts'
import { type RuleJudgement, type Routed, judgeByRules, makeRouted } from './route-by-rules.ts'
import { DEFAULT_CONFIDENCE, type RouterOutput, parseRouterOutput, routerSchema } from './router-output.ts'
import { routerMessages } from './router-prompt.ts'

export type RouteOptions = { readonly model?: Model; readonly threshold?: number; readonly signal: AbortSignal }

/** Prefix, then signs, then the model if there is one; where its answer cannot be used, the signs decide. */
export async function routeMessage(
  text: string,
  { model, threshold = DEFAULT_CONFIDENCE, signal }: RouteOptions,
): Promise<Routed> {
  const judgement = judgeByRules(text)
  if (model === undefined || judgement.routed.route.decidedBy === 'prefix') return judgement.routed
  const answer = await askModel(text, model, signal)
  const refusal = answer.ok ? reasonAgainst(answer.value, judgement, threshold) : answer.error.message
  if (!answer.ok || refusal !== undefined)
    return { ...judgement.routed, because: `${judgement.routed.because}; the model did not decide: ${refusal}` }
  const { Intent: intent, Confidence: confidence, RiskLevel: risk } = answer.value
  return makeRouted(intent, { text, confidence, risk, decidedBy: 'model', because: `${model.id} says so` })
}

/** What a model may hand out by itself, because it changes nothing and shows nothing that is private. */
const HARMLESS: ReadonlySet<string> = new Set([
  'memory_read',
  'lookup_search',
  'browse_once',
  'one_shot_discovery',
  'story_task',
  'file_task',
])

/**
 * Why the model's answer is not used, if so. It may always choose less than the signs did. It may choose more if that
 * only reads; for remembering, seeing the screen, writing and running there must be a sign of it in the user's own
 * words, too. What they rule out stays out.
 */
function reasonAgainst(
  { Intent, Confidence }: RouterOutput,
  { routed, hints, forbids }: RuleJudgement,
  threshold: number,
): string | undefined {
  if (!isIntent(Intent)) return 'it named no intent that there is'
  if (Confidence < threshold) return `it is sure by ${Confidence} only`
  if (!isMorePowerful(Intent, routed.output.Intent)) return undefined
  if (forbids(Intent)) return `the message rules out ${Intent}`
  return HARMLESS.has(Intent) || hints(Intent) ? undefined : `nothing in the message asks for ${Intent}`
}

const LONGEST_REPLY = 4_000 // characters; a classification has less than a hundred
const REPLY_TOKENS = 400 // room for a model that thinks aloud first

async function askModel(text: string, model: Model, signal: AbortSignal): Promise<Result<RouterOutput>> {
  const request: ModelRequest = {
    messages: routerMessages(text),
    maxTokens: REPLY_TOKENS,
    temperature: 0,
    ...schemaFor(model),
  }
  let reply = ''
  for await (const chunk of model.reply(request, signal)) {
    if (chunk.kind === 'end' && chunk.fault) return { ok: false, error: chunk.fault }
    if (chunk.kind === 'text') reply += chunk.text
    if (reply.length > LONGEST_REPLY) break
  }
  const object = objectIn(reply)
  if (object === undefined || !namesIntent(object)) return fail('output_invalid', 'its reply holds no classification')
  return parseRouterOutput(object)
}

/** The form is that of the model's wire; every schema that a wire takes can say this much. */
function schemaFor({ can, wire }: Model): { readonly responseSchema?: JsonObject } {
  if (!can.jsonSchema) return {}
  const schema = routerSchema(INTENTS)
  if (wire.form === 'format') return { responseSchema: schema }
  return { responseSchema: { type: 'json_schema', json_schema: { name: 'router_output', strict: true, schema } } }
}

/** The last object that stands by itself: small models put words, fences and thoughts around it. */
function objectIn(reply: string): JsonObject | undefined {
  const end = reply.lastIndexOf('}')
  const start = reply.lastIndexOf('{', end)
  const value: Json | undefined = start < 0 || end < 0 ? undefined : parseJsonText(reply.slice(start, end + 1))
  return isJsonObject(value) ? value : undefined
}

const namesIntent = (object: JsonObject): boolean => Object.keys(object).some(key => key.toLowerCase() === 'intent')
