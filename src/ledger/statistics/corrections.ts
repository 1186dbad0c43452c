import { type Json, type JsonObject, isJsonList, isJsonObject, textOf } from '../../core/index.ts'
import { type Example, type Seen, byCount, see, textsIn } from './counted-examples.ts'

/** What the catalog knows now; what it knows already is proposed no more. */
export type KnownNames = {
  /** Is it a tool, by name or by another name? */
  readonly tool: (name: string) => boolean
  /** Is it a parameter of this tool? */
  readonly parameter: (tool: string, key: string) => boolean
}

export type ToolAliasProposal = {
  readonly alias: string
  readonly tool: string
  readonly count: number
  readonly example: Example
}
export type ArgumentAliasProposal = {
  readonly tool: string
  readonly key: string
  readonly parameter: string
  readonly count: number
  readonly example: Example
}

/** Where a name that was refused led to, spelled as it was first. */
type Leads = { readonly name: string; readonly to: Map<string, Seen> }

/** What models put right themselves, and how often the same way. */
export type Corrections = {
  /** These replies were refused one after the other, and this one was then valid. */
  readonly settle: (refused: readonly JsonObject[], valid: JsonObject) => void
  readonly toolAliases: (known: KnownNames) => readonly ToolAliasProposal[]
  readonly argumentAliases: (known: KnownNames) => readonly ArgumentAliasProposal[]
}

export const OFTEN_ENOUGH = 3 // GAPS-04: once is an accident, twice a coincidence

export function createCorrections(): Corrections {
  const names = new Map<string, Leads>()
  const keys = new Map<string, Map<string, Leads>>()
  return {
    settle(refused, valid) {
      const [tool, after] = [textOf(valid['tool']), onlyRequest(valid)]
      if (tool === '' || !after) return
      for (const record of refused) {
        const before = onlyRequest(record)
        if (!before) continue
        if (record['first_failure'] === 'tool_call_unknown_tool')
          lead(names, { name: before.name, to: tool, record }, spelling(before.name))
        if (
          record['first_failure'] !== 'tool_call_invalid_args' ||
          (before.name !== after.name && before.name !== tool)
        )
          continue
        const own = keys.get(tool) ?? new Map<string, Leads>()
        keys.set(tool, own)
        for (const [key, to] of renamedKeys(before.args, after.args))
          lead(own, { name: key, to: canonicalKey(to, valid), record }, spelling(key).replaceAll('_', ''))
      }
    },
    toolAliases: known =>
      [...names.values()]
        .flatMap(({ name, to }) => decided(to).map(([tool, seen]) => ({ alias: name, tool, ...seen })))
        .filter(({ alias, tool }) => !known.tool(alias) && known.tool(tool))
        .toSorted(byCount),
    argumentAliases: known =>
      [...keys]
        .flatMap(([tool, own]) =>
          [...own.values()].flatMap(({ name, to }) =>
            decided(to).map(([parameter, seen]) => ({ tool, key: name, parameter, ...seen })),
          ),
        )
        .filter(({ tool, key, parameter }) => !known.parameter(tool, key) && known.parameter(tool, parameter))
        .toSorted(byCount),
  }
}

type Lead = { readonly name: string; readonly to: string; readonly record: JsonObject }

function lead(all: Map<string, Leads>, { name, to, record }: Lead, spelled: string): void {
  const leads = all.get(spelled) ?? { name, to: new Map<string, Seen>() }
  all.set(spelled, leads)
  see(leads.to, to, record)
}

/** Only one way, and often: what ever led elsewhere is ambiguous. */
const decided = (to: ReadonlyMap<string, Seen>): readonly (readonly [string, Seen])[] =>
  to.size === 1 ? [...to].filter(([, { count }]) => count >= OFTEN_ENOUGH) : []

/** An alias holds for every case and separator, so evidence about one spelling is evidence about all. */
const spelling = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]/g, '_')

type Request = { readonly name: string; readonly args: JsonObject }

/** Undefined where a reply held several: which one became which, nobody knows. */
export function onlyRequest({ extracted }: JsonObject): Request | undefined {
  const [request, ...others] = isJsonList(extracted) ? extracted : []
  if (!isJsonObject(request) || others.length > 0 || textOf(request['name']) === '') return undefined
  const { args } = request
  return { name: textOf(request['name']), args: isJsonObject(args) ? args : {} }
}

/** A key that went, and one that came with the very same value; where two could be meant, neither is. */
function renamedKeys(before: JsonObject, after: JsonObject): readonly (readonly [string, string])[] {
  const [gone, come] = [keysByValue(before, after), keysByValue(after, before)]
  return [...gone].flatMap(([value, [key = '', ...more]]) => {
    const [to, ...others] = come.get(value) ?? []
    return to === undefined || more.length > 0 || others.length > 0 ? [] : [[key, to] as const]
  })
}

function keysByValue(args: JsonObject, others: JsonObject): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [key, value] of Object.entries<Json>(args)) {
    if (Object.hasOwn(others, key)) continue
    const text = JSON.stringify(value)
    const same = found.get(text)
    if (same) same.push(key)
    else found.set(text, [key])
  }
  return found
}

/** The correction itself may have used another name for the parameter. */
function canonicalKey(key: string, { aliases }: JsonObject): string {
  const start = `args.${key}→args.`
  return (
    textsIn(aliases)
      .find(alias => alias.startsWith(start))
      ?.slice(start.length) ?? key
  )
}
