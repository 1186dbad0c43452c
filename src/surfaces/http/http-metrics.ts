import { type Counter, type Histogram, createCounter, createHistogram } from '../../runtime/index.ts'

/** Request metrics by endpoint and status, never by content. */
export type HttpMetrics = {
  readonly count: (request: {
    readonly method: string
    readonly path: string
    readonly status: number
    readonly seconds: number
  }) => void
  readonly render: (now: { readonly streams: number; readonly pending: number; readonly running: number }) => string
}

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

export function createHttpMetrics(): HttpMetrics {
  const requests: Counter = createCounter({
    name: 'countersign_http_requests_total',
    help: 'Requests by endpoint and status.',
  })
  const seconds: Histogram = createHistogram(
    { name: 'countersign_http_request_duration_seconds', help: 'Duration of requests, without streams.' },
    SECONDS,
  )
  return {
    count({ method, path, status, seconds: took }) {
      requests.add({ method, path, status: String(status) })
      seconds.observe({ method, path }, took)
    },
    render: ({ streams, pending, running }) =>
      [
        requests.render(),
        seconds.render(),
        ...gauge('countersign_http_streams', 'Open event streams.', streams),
        ...gauge('countersign_permissions_pending', 'Approval requests that wait for a person.', pending),
        ...gauge('countersign_turns_running', 'Running turns.', running),
      ].join('\n'),
  }
}

const gauge = (name: string, help: string, value: number): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  `${name} ${value}`,
]
