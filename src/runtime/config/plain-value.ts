import type { Json } from '../../core/index.ts'

const MAX_LEVELS = 16 // no setting needs more than four, and recursion stays far from the stack's end

type PlainValue = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly because: string }

/** Parsed TOML or JSON as safe JSON: finite numbers, whole characters, no dates, no forbidden keys. */
export function plainValue(value: unknown, levels: number = MAX_LEVELS): PlainValue {
  if (value === null || typeof value === 'boolean') return plain(value)
  if (typeof value === 'string') return value.isWellFormed() ? plain(value) : odd('a text with a broken character')
  if (typeof value === 'number') return Number.isFinite(value) ? plain(value) : odd('a number that is not finite')
  if (typeof value !== 'object') return odd('a value that JSON cannot say')
  if (levels === 0) return odd(`a value nested more than ${MAX_LEVELS} levels deep`)
  if (Array.isArray(value)) return plainList(value, levels)
  return value instanceof Date ? odd('a date; put it in quotes if a text is meant') : plainTable(value, levels)
}

const plain = (value: Json): PlainValue => ({ ok: true, value })
const odd = (because: string): PlainValue => ({ ok: false, because })

function plainList(list: readonly unknown[], levels: number): PlainValue {
  const items: Json[] = []
  for (const item of list) {
    const read = plainValue(item, levels - 1)
    if (!read.ok) return read
    items.push(read.value)
  }
  return plain(items)
}

function plainTable(table: object, levels: number): PlainValue {
  const entries: [string, Json][] = []
  for (const [key, member] of Object.entries(table)) {
    if (key === '__proto__') return odd('a table with the key __proto__')
    if (!key.isWellFormed()) return odd('a key with a broken character')
    const read = plainValue(member, levels - 1)
    if (!read.ok) return read
    entries.push([key, read.value])
  }
  return plain(Object.fromEntries(entries))
}
