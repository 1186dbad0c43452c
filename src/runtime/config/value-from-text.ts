import { type Json, isJsonList } from '../../core/index.ts'
import { parseStrictJson } from '../../protocol/index.ts'
import { type CheckedValue, checkValue } from './check-value.ts'
import type { ConfigShape, KnownKey } from './config-shape.ts'

/** One value for one key, out of a variable or an argument: text, and the key's type says how it is meant. */
export function checkText(shape: ConfigShape, known: KnownKey, text: string): CheckedValue {
  const value = valueFromText(known, text)
  if (value !== undefined) return checkValue(shape, known, value)
  return {
    ok: false,
    findings: [
      { code: 'config_invalid', message: `\`${known.key}\` must be ${textForm(known)}, found ${preview(text)}.` },
    ],
  }
}

function valueFromText({ setting }: KnownKey, text: string): Json | undefined {
  const types = typesOf(setting.schema['type'])
  if (types.includes('null') && (text === '' || text === 'none')) return null
  if (types.includes('boolean')) return SWITCHES.get(text)
  if (types.includes('integer') || types.includes('number')) return numberFrom(text)
  if (!types.includes('array') && !types.includes('object')) return text
  const json = parseStrictJson(text)
  return json.ok ? json.value : undefined
}

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const typesOf = (type: Json | undefined): readonly Json[] =>
  isJsonList(type) ? type : type === undefined ? [] : [type]

/** As TOML writes numbers, `nan` and `inf` included: what becomes of those is the setting's own rule. */
function numberFrom(text: string): number | undefined {
  const words = text.trim().toLowerCase()
  if (words === 'nan') return Number.NaN
  if (/^[+-]?inf$/.test(words)) return words.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return /^[+-]?\d[\d_]*(\.\d+)?(e[+-]?\d+)?$/.test(words) ? Number(words.replaceAll('_', '')) : undefined
}

function textForm({ setting }: KnownKey): string {
  const types = typesOf(setting.schema['type'])
  if (types.includes('boolean')) return 'true or false'
  if (types.includes('integer')) return 'a whole number'
  if (types.includes('number')) return 'a number'
  return types.includes('array') ? 'a JSON list' : 'a JSON object'
}

const MAX_SHOWN_TEXT = 60
const preview = (text: string): string =>
  JSON.stringify(text.length > MAX_SHOWN_TEXT ? `${text.slice(0, MAX_SHOWN_TEXT)}…`.toWellFormed() : text)
