import { METRICS_TYPE } from '../../../runtime/index.ts'
import { id, object, shape, whole } from '../request-schema.ts'
import { type Route, json, numberIn, taken, textIn } from '../route.ts'

/** For programs that look after other programs, and for the list of everything. */
export const machineRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/events',
    scope: 'use',
    summary: 'What happens anywhere in the workspace, as server-sent events without ids.',
    reply: { type: 'text/event-stream' },
    async run({ openStream }, { workspace, approvals, turns, startedAt }) {
      const pending = (await approvals.list()).length
      const opened = openStream()
      if (!opened.ok) return opened
      workspace.follow(opened.value, { pending, running: [...turns.allRunning()], started: startedAt })
      return taken
    },
  },
  {
    method: 'GET',
    path: '/metrics',
    scope: 'use',
    summary: 'Numbers in the text format of Prometheus.',
    reply: { type: 'text/plain' },
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
  },
  {
    method: 'POST',
    path: '/api/telemetry/conference',
    scope: 'use',
    summary: 'Counts what an agent came to in a conference.',
    body: object(
      {
        conference_id: id(),
        agent_id: id(),
        code: id(),
        inputTokens: whole(0, 1_000_000_000),
        outputTokens: whole(0, 1_000_000_000),
      },
      ['conference_id', 'agent_id'],
    ),
    reply: { schema: shape('ConferencePair', 'conference_id', 'agent_id', 'buckets', 'tokens') },
    run({ body }, { telemetry }) {
      const pair = telemetry.count({
        conference: textIn(body, 'conference_id') ?? '',
        agent: textIn(body, 'agent_id') ?? '',
        code: textIn(body, 'code'),
        inputTokens: numberIn(body, 'inputTokens'),
        outputTokens: numberIn(body, 'outputTokens'),
      })
      telemetry.save()
      return json(pair)
    },
  },
  {
    method: 'GET',
    path: '/api/telemetry/conference',
    scope: 'use',
    summary: 'The counts of all conferences.',
    reply: { schema: shape('ConferencePairs', 'pairs') },
    run: (_call, { telemetry }) => json({ pairs: telemetry.pairs() }),
  },
  {
    method: 'GET',
    path: '/healthz',
    scope: null,
    summary: 'Is it alive?',
    reply: { schema: shape('Health', 'ok', 'state') },
    run: () => json({ ok: true, state: 'ready' }),
  },
]
