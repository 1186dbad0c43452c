import { type Json, type NativeCall, isJsonList, isJsonObject, parseJsonText } from '../../core/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { CheckedCall } from './check-case.ts'

/** Calls to run, prose, or a call that a plain client cannot run and stops at. */
export type PlainReading =
  | { readonly kind: 'calls'; readonly calls: readonly CheckedCall[] }
  | { readonly kind: 'prose' }
  | { readonly kind: 'error'; readonly because: string }

/** Calls in the server's own field: valid JSON, an exact name, arguments that fit. Text is never searched for calls. */
export function readNativePlainly(calls: readonly NativeCall[], catalog: Catalog): PlainReading {
  return calls.length === 0 ? { kind: 'prose' } : readAll(calls.map(nativeCall), catalog)
}

const nativeCall = ({ name, arguments: written }: NativeCall): NamedCall => ({
  name,
  args: typeof written === 'string' ? parseJsonText(written || '{}') : (written ?? {}),
})

const FENCED = /^```[a-z]*\s*\n([\s\S]*?)\n?```$/i
const THOUGHT = /^\s*<(think(?:ing)?)>[\s\S]*?<\/\1>/i

/** A reply that is, as a whole, what the prompt asked for; thoughts before it and one fence around it are ignored. */
export function readTextPlainly(text: string, catalog: Catalog): PlainReading {
  const said = text.replace(THOUGHT, '').trim()
  const value = parseJsonText(FENCED.exec(said)?.[1] ?? said)
  const items = (isJsonList(value) ? value : [value]).map(namedCall)
  const calls = items.filter(item => item !== undefined)
  return calls.length === 0 || calls.length < items.length ? { kind: 'prose' } : readAll(calls, catalog)
}

type NamedCall = { readonly name: string; readonly args: Json | undefined }

function namedCall(item: Json | undefined): NamedCall | undefined {
  if (!isJsonObject(item) || typeof item['name'] !== 'string') return undefined
  return { name: item['name'], args: item['arguments'] }
}

/** One bad call spoils the reply. */
function readAll(named: readonly NamedCall[], catalog: Catalog): PlainReading {
  const calls: CheckedCall[] = []
  for (const { name, args } of named) {
    if (!catalog.get(name))
      return { kind: 'error', because: `there is no tool ${JSON.stringify(name.slice(0, 60).toWellFormed())}` }
    if (!isJsonObject(args)) return { kind: 'error', because: 'its arguments are no valid JSON object' }
    const request = { name, named: args, positional: [], dialect: 'plain', fixups: [] }
    const origin = { phase: 'Executor', agent: 'main' } as const
    const call = catalog.resolve(request, { profile: 'strict', rawSha256: '', origin, coerce: false })
    if (!call.ok) return { kind: 'error', because: call.error.message }
    calls.push({ tool: name, args: call.value.args })
  }
  return { kind: 'calls', calls }
}
