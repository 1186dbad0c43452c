import { type Json, canonicalJson, isJsonList, isJsonObject, parseJsonText } from '../../core/index.ts'
import { parseToml } from './parse-config.ts'
import { elementLines, tomlStatements } from './toml-statements.ts'

/** The line on which each rule of a list stands, by the rule itself: a list may be put together from several files. */
export type RuleLines = ReadonlyMap<string, number>

/** Finds the lines of the rules of `key` in a TOML file or in saved JSON. Empty if the text is neither. */
export async function ruleLines(text: string, key: string): Promise<RuleLines> {
  const found = text.trimStart().startsWith('{') ? savedRules(text, key) : await writtenRules(text, key)
  return new Map(
    found.rules.flatMap((rule, index) => {
      const line = found.lines[index]
      return line === undefined ? [] : [[canonicalJson(rule), line] as const]
    }),
  )
}

type WrittenRules = { readonly rules: readonly Json[]; readonly lines: readonly number[] }
const NOTHING: WrittenRules = { rules: [], lines: [] }

async function writtenRules(text: string, key: string): Promise<WrittenRules> {
  const parsed = await parseToml(text, '')
  if (!parsed.ok) return NOTHING
  const plain = parseJsonText(JSON.stringify(parsed.table))
  const rules = key.split('.').reduce(inside, plain ?? null)
  const places = tomlStatements(text).filter(({ path }) => path.join('.') === key)
  const listed = places.find(({ kind }) => kind === 'pair')
  const lines = listed ? elementLines(text, listed.valueStart) : places.map(({ line }) => line)
  return isJsonList(rules) ? { rules, lines } : NOTHING
}

const inside = (value: Json, part: string): Json => (isJsonObject(value) ? (value[part] ?? null) : null)

function savedRules(text: string, key: string): WrittenRules {
  const parsed = parseJsonText(text)
  const values = isJsonObject(parsed) ? parsed['values'] : null
  const rules = isJsonObject(values) ? values[key] : null
  const at = text.indexOf('[', text.indexOf(`${JSON.stringify(key)}:`))
  return isJsonList(rules) && at >= 0 ? { rules, lines: elementLines(text, at) } : NOTHING
}
