/** What JSON.stringify and a right JSON.parse make of a value: the one of Node 24 confuses keys that need escapes. */
export function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainJson)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainJson(member)]))
  }
  return value === 0 ? 0 : value // -0 is written as 0
}
