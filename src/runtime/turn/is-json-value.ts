const DEEPEST = 200

/** Whether a value can be written down exactly as it is: plain objects and lists, finite numbers, whole characters. */
export function isJsonValue(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value === 'boolean') return true
  if (typeof value !== 'object' || depth > DEEPEST) return false
  if (Array.isArray(value)) return value.every(item => isJsonValue(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return (
    Object.keys(value).every(key => key.isWellFormed()) &&
    Object.values(value).every(member => isJsonValue(member, depth + 1))
  )
}
