import { isJsonList, isJsonObject } from '../../core/index.ts'
import type { Dialect, ReadCall } from './dialect.ts'

/** `["f", {"path": "a.md"}]` or `("f", {…}, "g", {…})`: names and arguments side by side. */
export const pair: Dialect = {
  name: 'pair',
  readValue: (value, tools) => {
    if (!isJsonList(value) || value.length === 0 || value.length % 2 !== 0) return undefined
    const items = value
    const calls: ReadCall[] = []
    for (let at = 0; at < items.length; at += 2) {
      const name = items[at]
      const named = items[at + 1]
      if (typeof name !== 'string' || !isJsonObject(named) || tools.find(name) === undefined) return undefined
      calls.push({ name, named })
    }
    return calls
  },
}
