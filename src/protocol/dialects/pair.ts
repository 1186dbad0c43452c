import { isJsonObject } from '../../core/index.ts'
import type { Dialect } from './dialect.ts'

/** `["f", {"path": "a.md"}]` or `("f", {…})`: name and arguments side by side. */
export const pair: Dialect = {
  name: 'pair',
  readValue: (value, tools) => {
    if (!Array.isArray(value) || value.length !== 2) return undefined
    const [name, named] = value as readonly unknown[]
    return typeof name === 'string' && isJsonObject(named) && tools.find(name) !== undefined ? [{ name, named }] : undefined
  },
}
