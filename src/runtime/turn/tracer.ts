/** The parts of OpenTelemetry's tracer that are used here, so that no program needs the package. */
export interface Tracer {
  startSpan(name: string, options?: SpanOptions, context?: TraceContext): TracedSpan
}

export type Attribute = string | number | boolean | string[]
export type Attributes = { [name: string]: Attribute }

type SpanOptions = { kind?: number; attributes?: Attributes }

export interface TracedSpan {
  setAttributes(attributes: Attributes): unknown
  addEvent(name: string, attributes?: Attributes): unknown
  setStatus(status: { code: number; message?: string }): unknown
  isRecording(): boolean
  end(): void
}

export interface TraceContext {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): TraceContext
  deleteValue(key: symbol): TraceContext
}

export const SPAN_KIND = { internal: 0, client: 2 } as const
export const STATUS_ERROR = 2

/** Under this name the API of OpenTelemetry keeps the parent of a new span. */
const PARENT = Symbol.for('OpenTelemetry Context Key SPAN')

/** A context that says one thing: whose child a new span is. */
export const childOf = (parent: TracedSpan): TraceContext => contextOf(new Map([[PARENT, parent]]))

/** `00-<trace>-<span>-<flags>`; zeros name nothing. */
const TRACEPARENT = /^([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?=$|-)/

type RemoteSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
  readonly isRemote: true
}

/** Undefined if this is no W3C trace context. Version ff is invalid, and later versions may append fields. */
export function readTraceparent(text: string): RemoteSpan | undefined {
  const [all = '', version = '', traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? []
  const isKnown = all !== '' && version !== 'ff' && (version !== '00' || all === text)
  return isKnown ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true } : undefined
}

/** A span of another process, as far as a tracer asks for it. */
export function remoteParent(traceparent: string): TraceContext | undefined {
  const remote = readTraceparent(traceparent)
  return remote && contextOf(new Map([[PARENT, { spanContext: () => remote, isRecording: () => false }]]))
}

function contextOf(values: ReadonlyMap<symbol, unknown>): TraceContext {
  return {
    getValue: key => values.get(key),
    setValue: (key, value) => contextOf(new Map([...values, [key, value]])),
    deleteValue: key => contextOf(new Map([...values].filter(([each]) => each !== key))),
  }
}
