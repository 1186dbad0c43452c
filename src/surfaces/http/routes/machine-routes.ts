import { METRICS_TYPE } from '../../../runtime/index.ts'
import { id, object, shape, integer } from '../request-schema.ts'
import { type ApiRoute, jsonReply, numberIn, taken, stringIn, get, post } from '../api-route.ts'

/** Workspace events, metrics, telemetry and health. */
export const machineRoutes: readonly ApiRoute[] = [
  get('/api/events', 'Workspace-wide events, as server-sent events without ids.', {
    type: 'text/event-stream',
    async run({ openStream }, { workspace, approvals, turns, startedAt }) {
      const pending = (await approvals.list()).length
      const opened = openStream()
      if (!opened.ok) return opened
      workspace.follow(opened.value, { pending, running: [...turns.allRunning()], started: startedAt })
      return taken
    },
  }),
  get('/metrics', 'Metrics in the Prometheus text format.', {
    type: 'text/plain',
    run(_call, { metrics, httpMetrics, hub, workspace, approvals, turns }) {
      const now = {
        streams: hub.streams() + workspace.streams(),
        pending: approvals.waiting(),
        running: turns.allRunning().length,
      }
      return {
        ok: true,
        value: { kind: 'text', type: METRICS_TYPE, text: `${metrics.renderMetrics()}${httpMetrics.render(now)}\n` },
      }
    },
  }),
  post('/api/telemetry/conference', "Adds to an agent's counts in a conference.", {
    body: object(
      {
        conference_id: id(),
        agent_id: id(),
        code: id(),
        inputTokens: integer(0, 1_000_000_000),
        outputTokens: integer(0, 1_000_000_000),
      },
      ['conference_id', 'agent_id'],
    ),
    reply: shape('ConferencePair', 'conference_id', 'agent_id', 'buckets', 'tokens'),
    run({ body }, { telemetry }) {
      const pair = telemetry.count({
        conference: stringIn(body, 'conference_id') ?? '',
        agent: stringIn(body, 'agent_id') ?? '',
        code: stringIn(body, 'code'),
        inputTokens: numberIn(body, 'inputTokens'),
        outputTokens: numberIn(body, 'outputTokens'),
      })
      telemetry.save()
      return jsonReply(pair)
    },
  }),
  get('/api/telemetry/conference', 'The counts of all conferences.', {
    reply: shape('ConferencePairs', 'pairs'),
    run: (_call, { telemetry }) => jsonReply({ pairs: telemetry.pairs() }),
  }),
  get('/healthz', 'Health check.', {
    scope: null,
    reply: shape('Health', 'ok', 'state'),
    run: () => jsonReply({ ok: true, state: 'ready' }),
  }),
]
