import { type Json, type JsonObject, isJsonList, isJsonObject, textOf } from '../../core/index.ts'
import { OFTEN_ENOUGH, onlyRequest } from './corrections.ts'
import { type Example, type Seen, byCount, see } from './counted-examples.ts'

/** A value that models put right themselves, always by the same small change: a fixup could make it for them. */
export type FixupProposal = {
  readonly tool: string
  readonly key: string
  /** What was done to the value. */
  readonly change: string
  readonly count: number
  readonly example: Example
}

export type RepairedValues = {
  readonly settle: (refused: readonly JsonObject[], valid: JsonObject) => void
  readonly proposals: () => readonly FixupProposal[]
}

type ValueRepair = { readonly change: string; readonly made: (before: Json, after: Json | undefined) => boolean }

/** Each only changes the form; what a value means stays. */
const VALUE_REPAIRS: readonly ValueRepair[] = [
  {
    change: 'left out where it was null or empty',
    made: (before, after) => after === undefined && (before === null || before === ''),
  },
  { change: 'left out', made: (_before, after) => after === undefined },
  { change: 'spaces around it cut', made: texts((before, after) => before.trim() === after) },
  { change: 'leading slash or ./ cut', made: texts((before, after) => before.replace(/^(?:\.?\/)+/, '') === after) },
  { change: 'backslashes made slashes', made: texts((before, after) => before.replaceAll('\\', '/') === after) },
  {
    change: 'quotation marks around it cut',
    made: texts((before, after) => before.replace(/^(["'`])(.*)\1$/s, '$2') === after),
  },
  { change: 'written in other case', made: texts((before, after) => before.toLowerCase() === after.toLowerCase()) },
  {
    change: 'text made a number',
    made: (before, after) => typeof before === 'string' && typeof after === 'number' && Number(before) === after,
  },
  { change: 'number made a text', made: (before, after) => typeof before === 'number' && after === String(before) },
  {
    change: 'text made true or false',
    made: (before, after) => typeof after === 'boolean' && textOf(before).toLowerCase() === String(after),
  },
  {
    change: 'put into a list',
    made: (before, after) => isJsonList(after) && after.length === 1 && same(after[0], before),
  },
  {
    change: 'taken out of a list',
    made: (before, after) => isJsonList(before) && before.length === 1 && same(before[0], after),
  },
]

export function createRepairedValues(): RepairedValues {
  const values = new Map<string, { readonly tool: string; readonly key: string; readonly changes: Map<string, Seen> }>()
  return {
    settle(refused, valid) {
      const [tool, after] = [textOf(valid['tool']), onlyRequest(valid)]
      if (tool === '' || !after) return
      for (const record of refused) {
        const before = onlyRequest(record)
        if (
          !before ||
          record['first_failure'] !== 'tool_call_invalid_args' ||
          (before.name !== after.name && before.name !== tool)
        )
          continue
        for (const [key, change] of changesIn(before.args, after.args)) {
          const id = `${tool} ${key}`
          const value = values.get(id) ?? { tool, key, changes: new Map<string, Seen>() }
          values.set(id, value)
          see(value.changes, change, record)
        }
      }
    },
    proposals: () =>
      [...values.values()]
        .flatMap(({ tool, key, changes }) =>
          changes.size === 1 ? [...changes].map(([change, seen]) => ({ tool, key, change, ...seen })) : [],
        )
        .filter(({ change, count }) => change !== OTHERWISE && count >= OFTEN_ENOUGH)
        .toSorted(byCount),
  }
}

const OTHERWISE = 'otherwise'

/** A key that became another one is a matter of names, not of values, so nothing is said where keys came. */
function changesIn(before: JsonObject, after: JsonObject): readonly (readonly [string, string])[] {
  const isRenamed = Object.keys(after).some(key => !Object.hasOwn(before, key))
  return Object.entries<Json>(before).flatMap(([key, value]) => {
    const now = Object.hasOwn(after, key) ? after[key] : undefined
    if (same(value, now) || (now === undefined && isRenamed)) return []
    return [[key, VALUE_REPAIRS.find(({ made }) => made(value, now))?.change ?? OTHERWISE] as const]
  })
}

const same = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || ((isJsonList(one) || isJsonObject(one)) && JSON.stringify(one) === JSON.stringify(other))

function texts(made: (before: string, after: string) => boolean): ValueRepair['made'] {
  return (before, after) => typeof before === 'string' && typeof after === 'string' && made(before, after)
}
