import { type Result, fail } from '../../../core/index.ts'
import { legacyIntent, routeMessage, routerSection } from '../../../policy/index.ts'
import { type TurnReport, valuesOf } from '../../../runtime/index.ts'
import { flag, id, list, object, oneOf, shape, string } from '../request-schema.ts'
import { type Call, type RouteResult, type ApiRoute, jsonReply, stringIn, post } from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { ChatReply, ChatTurnRequest, ChatStarted } from '../shapes.ts'

const MAX_MESSAGE = 500_000
const PROFILES = ['strict', 'lenient', 'run', 'native']

const CHAT = object(
  {
    message: { type: 'string', minLength: 1, maxLength: MAX_MESSAGE },
    session_id: id(),
    model: id(500),
    profile: oneOf(...PROFILES),
    toolPolicy: object({ allowedTools: list(id(), 1_000), requireTool: flag }),
    skipTools: flag,
    intent: id(100),
    agent: id(),
    evidence: oneOf('quote', 'place', 'scope'),
    conference_id: id(),
    approval: oneOf('hold', 'return', 'deny'),
    allow: list(id(100), 50),
    wait: flag,
  },
  ['message'],
)

/** Turns, and the router on its own. */
export const chatRoutes: readonly ApiRoute[] = [
  post('/api/ai/chat', 'Sends one message. Replies when the turn ends, or at once with "wait": false.', {
    body: CHAT,
    reply: shape('ChatReply', 'session', 'turn'),
    run: chat,
  }),
  post('/api/ai/chief/route', 'The intent of a message.', {
    body: object({ message: string(MAX_MESSAGE) }, ['message']),
    reply: shape('RouterOutput', 'Intent', 'RiskLevel', 'Confidence', 'decidedBy', 'because'),
    async run({ body, signal }, { runtime: { models, config } }) {
      const { confidence_threshold: threshold } = valuesOf(config, routerSection)
      const { output, route, because } = await routeMessage(stringIn(body, 'message') ?? '', {
        ...(models.router && { model: models.router }),
        threshold,
        signal,
      })
      return jsonReply({ ...output, decidedBy: route.decidedBy, because, legacyIntent: legacyIntent(output.Intent) })
    },
  }),
]

async function chat(
  { body, caller, idempotencyKey, traceparent, signal }: Call,
  parts: ServerParts,
): Promise<RouteResult> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema check above makes it this type
  const order = { body: body as unknown as ChatTurnRequest, caller, idempotencyKey, traceparent }
  if (order.body.intent !== undefined && !INTENT.test(order.body.intent)) return wrongIntent
  const started = await parts.turns.start(order)
  if (!started.ok) return started
  const { session, turn, report, stop } = started.value
  if (order.body.wait === false) {
    return jsonReply<ChatStarted>({ session, turn, last_event_id: await parts.hub.last(session) }, 202)
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  return jsonReply(chatReply(await report))
}

const INTENT = /^([a-z_]+|Casual|WebLookup|Tooling)$/
const wrongIntent: Result<never> = fail('request_invalid', 'An intent is one word, such as file_task.', {
  param: 'intent',
})

const chatReply = ({ text: said, stopped, receipts, evidence, usage, session, turn }: TurnReport): ChatReply => ({
  text: said,
  stopped,
  receipts,
  evidence,
  usage,
  session,
  turn,
})
