import { type JsonObject, type Result, type Route, fail, isJsonObject, succeed } from '../core/index.ts'
import { INTENT_ROWS, type RouterNeed, knownIntent } from './intents.ts'

/** What the router says of a message, in the words of seed 004. */
export type RouterOutput = {
  readonly Intent: string
  readonly NeedsWeb: boolean
  readonly NeedsBrowserAutomation: boolean
  readonly NeedsSearch: boolean
  readonly NeedsMemoryRead: boolean
  readonly NeedsMemoryWrite: boolean
  readonly NeedsFileAccess: boolean
  readonly NeedsScreenRead: boolean
  readonly NeedsSystemExecute: boolean
  readonly RiskLevel: Route['risk']
  readonly Confidence: number
}

export const DEFAULT_CONFIDENCE = 0.5 // seed 004, RouterOutput
const RISKS: readonly Route['risk'][] = ['low', 'medium', 'high']
const isRisk = (word: string): word is Route['risk'] => RISKS.some(risk => risk === word)

type ModelRoute = { readonly confidence: number; readonly risk?: Route['risk'] }

/** Needs follow from the intent alone, so that they and the policy table never disagree. */
export function outputFor(intent: string, { confidence, risk }: ModelRoute): RouterOutput {
  const row = INTENT_ROWS[knownIntent(intent)]
  const needs = new Set<RouterNeed>(row.needs)
  return {
    Intent: intent,
    NeedsWeb: needs.has('Web'),
    NeedsBrowserAutomation: needs.has('BrowserAutomation'),
    NeedsSearch: needs.has('Search'),
    NeedsMemoryRead: needs.has('MemoryRead'),
    NeedsMemoryWrite: needs.has('MemoryWrite'),
    NeedsFileAccess: needs.has('FileAccess'),
    NeedsScreenRead: needs.has('ScreenRead'),
    NeedsSystemExecute: needs.has('SystemExecute'),
    RiskLevel: risk === undefined || RISKS.indexOf(risk) < RISKS.indexOf(row.risk) ? row.risk : risk,
    Confidence: confidence,
  }
}

/** The route that a model or caller wrote. Missing members get the defaults of seed 004; a wrong member refuses all. */
export function parseRouterOutput(value: unknown): Result<RouterOutput> {
  if (!isJsonObject(value)) return fail('output_invalid', 'A classification is one JSON object.')
  const fields = new Map(Object.entries(value).map(([key, field]) => [fold(key), field]))
  const wrong = FLAGS.find(flag => !isAbsentOr('boolean', fields.get(fold(flag))))
  if (wrong !== undefined) return fail('output_invalid', `"${wrong}" is true or false.`)
  const { Intent, RiskLevel, Confidence } = scalars(fields)
  if (typeof Intent !== 'string') return fail('output_invalid', '"Intent" is a text.')
  const risk = typeof RiskLevel === 'string' ? RiskLevel.toLowerCase() : ''
  if (!isRisk(risk)) return fail('output_invalid', '"RiskLevel" is low, medium or high.')
  if (typeof Confidence !== 'number' || !(Confidence >= 0 && Confidence <= 1))
    return fail('output_invalid', '"Confidence" is a number from 0 to 1.')
  return succeed({ Intent, ...flagsOf(fields), RiskLevel: risk, Confidence })
}

const FLAGS = [
  'NeedsWeb',
  'NeedsBrowserAutomation',
  'NeedsSearch',
  'NeedsMemoryRead',
  'NeedsMemoryWrite',
  'NeedsFileAccess',
  'NeedsScreenRead',
  'NeedsSystemExecute',
] as const
type Flags = Readonly<Record<(typeof FLAGS)[number], boolean>>
type Fields = ReadonlyMap<string, unknown>

/** `needs_web`, `needsWeb` and `NeedsWeb` are the same field. */
const fold = (key: string): string => key.replaceAll(/[_\s-]/g, '').toLowerCase()
const isAbsentOr = (type: string, field: unknown): boolean => field === undefined || typeof field === type

const scalars = (fields: Fields): Readonly<Record<'Intent' | 'RiskLevel' | 'Confidence', unknown>> => ({
  Intent: fields.get('intent') ?? 'chat_only',
  RiskLevel: fields.get('risklevel') ?? 'low',
  Confidence: fields.get('confidence') ?? DEFAULT_CONFIDENCE,
})

function flagsOf(fields: Fields): Flags {
  const at = (flag: (typeof FLAGS)[number]): boolean => fields.get(fold(flag)) === true
  return {
    NeedsWeb: at('NeedsWeb'),
    NeedsBrowserAutomation: at('NeedsBrowserAutomation'),
    NeedsSearch: at('NeedsSearch'),
    NeedsMemoryRead: at('NeedsMemoryRead'),
    NeedsMemoryWrite: at('NeedsMemoryWrite'),
    NeedsFileAccess: at('NeedsFileAccess'),
    NeedsScreenRead: at('NeedsScreenRead'),
    NeedsSystemExecute: at('NeedsSystemExecute'),
  }
}

/** Only the intent and how sure it is: needs follow from it, and a small model has less to get wrong. */
export const routerSchema = (intents: readonly string[]): JsonObject => ({
  type: 'object',
  properties: {
    Intent: { type: 'string', enum: intents },
    RiskLevel: { type: 'string', enum: RISKS },
    Confidence: { type: 'number' },
  },
  required: ['Intent', 'RiskLevel', 'Confidence'],
  additionalProperties: false,
})
