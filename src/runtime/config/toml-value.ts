import { type Json, isJsonList, isJsonObject } from '../../core/index.ts'

// Control and direction marks are legal inside a string and invisible on a screen, so they are written as escapes.
const INVISIBLE = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g

/** A value as TOML on one line; it reads back as the same value. TOML has no null, so there is no form for it. */
export function tomlValue(value: Exclude<Json, null>): string {
  if (typeof value === 'string') return tomlText(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : tomlDecimal(value)
  if (isJsonList(value)) return `[${value.filter(isSomething).map(tomlValue).join(', ')}]`
  if (!isJsonObject(value)) return '{}'
  const members = Object.entries(value).flatMap(([key, member]) =>
    isSomething(member) ? [`${tomlKey(key)} = ${tomlValue(member)}`] : [],
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A number that need not be whole says so: `0.0`. */
export const tomlDecimal = (value: number): string => (/^-?\d+$/.test(String(value)) ? `${value}.0` : String(value))

export const tomlKey = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : tomlText(key))

const isSomething = (value: Json): value is Exclude<Json, null> => value !== null

const tomlText = (text: string): string =>
  JSON.stringify(text).replace(INVISIBLE, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
