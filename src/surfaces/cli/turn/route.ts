import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isJsonObject, type JsonObject, messageOf, type Model, parseJsonText } from '../../../core/index.ts'
import {
  decidePolicy,
  INTENTS,
  legacyIntent,
  routeByRules,
  type Routed,
  routeMessage,
  routerSection,
} from '../../../policy/index.ts'
import { valuesOf } from '../../../runtime/index.ts'
import { EXIT, Failure, inputFailure, usageFailure } from '../failure.ts'
import { interrupted, interruptible } from '../interrupt.ts'
import { loadHere, type PlaceFlags } from '../open-runtime.ts'
import { jsonLine, type Terminal, visible } from '../terminal.ts'
import { openAnother } from './choose-model.ts'

type RouteFlags = PlaceFlags & {
  readonly file?: string
  /** False with `--no-model`. */
  readonly model?: boolean
}

export type Router = (text: string) => Promise<Routed>

/** `route`: the intent of a message, or of each message in a file. */
export async function route(words: readonly string[], flags: RouteFlags, terminal: Terminal): Promise<number> {
  const text = words.join(' ')
  if (text !== '' && flags.file !== undefined) throw usageFailure('Pass a message or --file, not both.')
  if (text === '' && flags.file === undefined)
    throw usageFailure('Nothing to route. Pass a message, or --file FILE.jsonl.')
  return interruptible(async ({ signal }) => {
    const router = await openRouter(flags, signal)
    if (flags.file !== undefined) return routeFile(flags.file, router, { terminal, signal })
    const routed = await router(text)
    terminal.out(flags.json === true ? jsonLine(routeJson(routed)) : render(routed, terminal))
    return EXIT.done
  })
}

/** The router; it asks a model only if one is configured. */
export async function openRouter(flags: RouteFlags, signal: AbortSignal): Promise<Router> {
  if (flags.model === false) return async text => routeByRules(text)
  const config = await loadHere(flags)
  const { model: spec, confidence_threshold: threshold } = valuesOf(config, routerSection)
  const model: Model | undefined = spec === '' ? undefined : await openAnother(spec, config, signal)
  return text => routeMessage(text, { ...(model && { model }), threshold, signal })
}

const routeJson = ({ output, route: { decidedBy }, because }: Routed): JsonObject => ({
  ...output,
  decidedBy,
  because,
  legacyIntent: legacyIntent(output.Intent),
})

type RouteFileOptions = { readonly terminal: Terminal; readonly signal: AbortSignal }

/** Routes each row of a file, in order. */
async function routeFile(path: string, router: Router, { terminal, signal }: RouteFileOptions): Promise<number> {
  let number = 0
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1
      if (signal.aborted) throw interrupted(`Interrupted before line ${number}.`)
      if (line.trim() === '') continue
      const { id, text } = rowIn(line, number)
      terminal.out(jsonLine({ ...(id !== undefined && { id }), ...routeJson(await router(text)) }))
    }
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : inputFailure(`Cannot read ${path}: ${messageOf(thrown)}`)
  }
  return EXIT.done
}

function rowIn(line: string, number: number): { readonly id?: string | number; readonly text: string } {
  const row = parseJsonText(line)
  const { id, text } = isJsonObject(row) ? row : {}
  if (typeof text !== 'string') throw inputFailure(`Line ${number} is not a row {"id"?, "text"}.`)
  return typeof id === 'string' || typeof id === 'number' ? { id, text } : { text }
}

function render(routed: Routed, { paint }: Terminal): string {
  const { Intent, RiskLevel, Confidence, ...needs } = routed.output
  const needed = Object.entries(needs).flatMap(([name, isNeeded]) => (isNeeded ? [name.replace(/^Needs/, '')] : []))
  return [
    `${paint('bold', Intent)}  (risk ${RiskLevel}, confidence ${Confidence}, decided by ${routed.route.decidedBy})`,
    `  needs    ${needed.length === 0 ? 'nothing' : needed.join(', ')}`,
    `  because  ${visible(routed.because)}`,
  ].join('\n')
}

/** `policy`: the tools and permissions of an intent. */
export function policy(intent: string, flags: { readonly json?: boolean }, { out, paint }: Terminal): number {
  if (!INTENTS.includes(intent)) throw usageFailure(`Unknown intent "${intent}". Intents: ${INTENTS.join(', ')}.`)
  const { AllowedTools, ForbiddenTools, RequiredPermissions } = decidePolicy({ Intent: intent })
  if (flags.json === true) {
    out(JSON.stringify({ AllowedTools, ForbiddenTools, RequiredPermissions }))
    return EXIT.done
  }
  const row = (label: string, names: readonly string[]): void =>
    out(`  ${label.padEnd(12)} ${names.length === 0 ? 'none' : names.join(', ')}`)
  out(paint('bold', intent))
  row('allowed', AllowedTools)
  row(
    'forbidden',
    ForbiddenTools.map(name => (name === '*' ? 'everything' : name)),
  )
  row('permissions', RequiredPermissions)
  return EXIT.done
}
