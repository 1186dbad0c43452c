import type { JsonObject } from '../../core/index.ts'

/** The catalog has checked the arguments against the schema; these only tell the compiler. */
export function textArgument(args: JsonObject, name: string): string | undefined {
  const value = args[name]
  return typeof value === 'string' ? value : undefined
}

export function numberArgument(args: JsonObject, name: string): number | undefined {
  const value = args[name]
  return typeof value === 'number' ? value : undefined
}

export const flagArgument = (args: JsonObject, name: string): boolean => args[name] === true
