import { type CallRequest, type Json, type JsonObject, isJsonObject, type Fixup } from '../core/index.ts'
import { type KeyRules, parameterFor } from './argument-keys.ts'
import { isThinkKey } from './think-field.ts'

/** Where the named arguments might stand in what was read, and by what fixups they got out of it. */
export type ArgumentLayout = { readonly named: JsonObject; readonly fixups: readonly Fixup[] }

const WRAPPERS: ReadonlySet<string> = new Set([
  'arguments',
  'parameters',
  'params',
  'args',
  'input',
  'properties',
  'kwargs',
])
const MAX_WRAPPINGS = 2

/** Likeliest first. */
export function layoutsOf({ named, positional }: CallRequest, rules: KeyRules): readonly ArgumentLayout[] {
  if (positional.length === 0) return unwrappings({ named, fixups: [] }, rules)
  return [...spreadDict(named, positional, rules), ...byPosition(named, positional, rules)]
}

function unwrappings(layout: ArgumentLayout, rules: KeyRules): readonly ArgumentLayout[] {
  const layouts = [layout]
  let inner = unwrap(layout, rules)
  while (inner && layouts.length <= MAX_WRAPPINGS) {
    layouts.push(inner)
    inner = unwrap(inner, rules)
  }
  return layouts
}

function unwrap({ named, fixups }: ArgumentLayout, rules: KeyRules): ArgumentLayout | undefined {
  const isTyped = named['type'] === 'object' && isJsonObject(named['properties']) // written in the form of the schema
  const [key, second] = Object.keys(named).filter(name => !isThinkKey(name) && !(isTyped && name === 'type'))
  if (key === undefined || second !== undefined || !WRAPPERS.has(key) || parameterFor(key, rules).name !== undefined)
    return undefined
  const content = named[key]
  return isJsonObject(content) ? { named: content, fixups: [...fixups, 'wrapped_arguments'] } : undefined
}

function spreadDict(named: JsonObject, positional: readonly Json[], rules: KeyRules): readonly ArgumentLayout[] {
  const [dict] = positional
  if (positional.length !== 1 || !isJsonObject(dict)) return []
  const layouts = unwrappings({ named: dict, fixups: ['dict_argument'] }, rules)
  return layouts.filter(layout => fitsParameters(layout.named, rules)).flatMap(layout => merge(named, layout))
}

const fitsParameters = (dict: JsonObject, rules: KeyRules): boolean =>
  Object.keys(dict).every(key => isThinkKey(key) || parameterFor(key, rules).name !== undefined)

/** Values by the order of the schema; the first parameters must not be given by name as well. */
function byPosition(
  named: JsonObject,
  positional: readonly Json[],
  { parameters }: KeyRules,
): readonly ArgumentLayout[] {
  const names = parameters.names.filter(name => !isThinkKey(name))
  if (positional.length > names.length) return []
  const placed = Object.fromEntries(
    names.slice(0, positional.length).map((name, index) => [name, positional[index] ?? null]),
  )
  return merge(named, { named: placed, fixups: ['positional_arguments'] })
}

/** The same key twice leaves no way to choose, so there is no layout then. */
function merge(named: JsonObject, layout: ArgumentLayout): readonly ArgumentLayout[] {
  const clashes = Object.keys(layout.named).some(key => Object.hasOwn(named, key))
  return clashes ? [] : [{ named: { ...layout.named, ...named }, fixups: layout.fixups }]
}
