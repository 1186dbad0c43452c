import { type Json, type NativeCall, isJsonList, isJsonObject } from '../core/index.ts'

const NO_OBJECT = '[0]'
const MAX_DEPTH = 200 // no tool takes more, and what is deeper cannot be written back into a prompt

/** Hands on an object or a text. The rest becomes a text that is no object, so the call is refused. */
export function nativeArguments(given: Json | undefined): NativeCall['arguments'] {
  if (given === undefined || given === null) return null
  if (typeof given === 'string') return given
  if (isJsonObject(given)) return isShallow(given) ? given : NO_OBJECT
  // The reader of calls knows which lists are arguments.
  if (isJsonList(given)) return isShallow(given) ? JSON.stringify(given) : NO_OBJECT
  return String(given)
}

/** Looks level by level: recursion into what a server sent could exhaust the stack. */
function isShallow(value: Json): boolean {
  let level: readonly Json[] = [value]
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    level = level.flatMap(membersOf)
    if (level.length === 0) return true
  }
  return false
}

function membersOf(value: Json): readonly Json[] {
  if (isJsonList(value)) return value
  return isJsonObject(value) ? Object.values(value) : []
}
