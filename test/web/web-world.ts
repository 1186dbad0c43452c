import { type Json, type JsonObject, isJsonObject } from '../../src/core/index.ts'
import { type CallOrder, type CallReport, type Runtime, callTool } from '../../src/runtime/index.ts'
import { type TestOptions, openTestRuntime } from '../open-test-runtime.ts'

export type WebWorld = {
  readonly runtime: Runtime
  /** A call with the right granted, down the whole path. */
  readonly fetch: (url: string, more?: JsonObject, order?: Partial<CallOrder>) => Promise<CallReport>
  readonly search: (query: string, order?: Partial<CallOrder>) => Promise<CallReport>
}

/** Nothing here waits as long as a person would. */
const QUICK = { 'web.timeout_secs': 5, 'tools.retry.max_attempts': 1 } as const

export async function webWorld(settings: JsonObject = {}, options: TestOptions = {}): Promise<WebWorld> {
  const runtime = await openTestRuntime({ ...options, settings: { ...QUICK, ...settings } })
  const call = (tool: string, args: JsonObject, order: Partial<CallOrder> = {}): Promise<CallReport> =>
    callTool({ tool, args, allow: ['BrowserControl'], ...order }, runtime)
  return {
    runtime,
    fetch: (url, more = {}, order) => call('web_fetch', { url, ...more }, order),
    search: (query, order) => call('web_search', { query }, order),
  }
}

/** A world in which the loopback may be fetched from, on every port. */
export const openWorld = (settings: JsonObject = {}): Promise<WebWorld> =>
  webWorld({ 'web.allow_hosts': ['127.0.0.1'], ...settings })

export const codeOf = ({ fault }: CallReport): string | undefined => fault?.code

export function member(report: CallReport, ...keys: readonly string[]): Json | undefined {
  let at: Json | undefined = report.data ?? undefined
  for (const key of keys) at = isJsonObject(at) ? at[key] : undefined
  return at
}
