/** The parts of OpenTelemetry's tracer that we use, so that whoever has one can hand it in and nobody else needs the package. */
export interface Tracer {
  startSpan(name: string, options?: SpanOptions, context?: TraceContext): Span
}

export type Attribute = string | number | boolean | string[]
export type Attributes = { [name: string]: Attribute }

export type SpanOptions = { kind?: number; attributes?: Attributes }

export interface Span {
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
export const childOf = (parent: Span): TraceContext => contextOf(new Map([[PARENT, parent]]))

function contextOf(values: ReadonlyMap<symbol, unknown>): TraceContext {
  return {
    getValue: key => values.get(key),
    setValue: (key, value) => contextOf(new Map([...values, [key, value]])),
    deleteValue: key => contextOf(new Map([...values].filter(([each]) => each !== key))),
  }
}
