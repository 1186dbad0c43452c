import type { Json, JsonObject } from 'shapes'
import { words } from '../../words.ts'

export type Field = {
  readonly name: string
  readonly kind: 'text' | 'number' | 'json'
  readonly isRequired: boolean
  readonly choices: readonly string[] | null
  readonly about: string
}
export type Arguments =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: string }

/** The form fields of a schema's parameters; complex values are entered as JSON. */
export function fieldsOf(schema: JsonObject): readonly Field[] {
  const properties = objectOf(schema['properties'])
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties).map(([name, value]) => {
    const { type, enum: choices, description } = objectOf(value)
    return {
      name,
      kind: type === 'string' ? 'text' : type === 'number' || type === 'integer' ? 'number' : 'json',
      isRequired: required.includes(name),
      choices: type === 'boolean' ? ['true', 'false'] : Array.isArray(choices) ? choices.map(String) : null,
      about: typeof description === 'string' ? description : '',
    }
  })
}

/** The typed arguments; empty fields are left out. */
export function argumentsOf(fields: readonly Field[], typed: { readonly [name: string]: string }): Arguments {
  const value: { [name: string]: Json } = {}
  for (const { name, kind } of fields) {
    const text = typed[name] ?? ''
    if (text === '') continue
    const read = kind === 'text' ? { ok: true as const, value: text } : parse(text)
    if (!read.ok) return { ok: false, problem: `${name}: ${words.settings.badJson}` }
    value[name] = read.value
  }
  return { ok: true, value }
}

export function parse(text: string): { readonly ok: true; readonly value: Json } | { readonly ok: false } {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse returns is JSON
    return { ok: true, value: JSON.parse(text) as Json }
  } catch {
    return { ok: false }
  }
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
