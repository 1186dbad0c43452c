import {
  type Json,
  type JsonObject,
  StorageFailure,
  isJsonList,
  isJsonObject,
  parseJsonText,
  textOf,
} from '../core/index.ts'

const ESCAPED_KEY = /[{,]"[^"\\]*\\/ // a string in a list may look like one too, which does no harm
const PAIRS = '*' // begins a text whose objects are written as lists of keys and values

/** The text to keep for a value. Throws on what would not come back the same: a number without JSON form, a cycle. */
export function writeJson(value: JsonObject): string {
  const text = JSON.stringify(value)
  // What has no JSON form is written as null; only where that word stands is there anything to refuse.
  if (text.includes('null')) JSON.stringify(value, refuseLossy)
  // JSON.parse of Node 24 confuses keys that are written with escapes, so none is ever given to it.
  return text.includes('\\') && ESCAPED_KEY.test(text) ? PAIRS + JSON.stringify(toPairs(value)) : text
}

/** A fresh value each time, so nobody can change what is kept. */
export function readJson(text: string): JsonObject {
  const value = text.startsWith(PAIRS)
    ? fromPairs(parseJsonText(text.slice(PAIRS.length)) ?? null)
    : parseJsonText(text)
  if (value === undefined || !isJsonObject(value))
    throw new StorageFailure('A kept value is damaged: it is no JSON object.')
  return value
}

function refuseLossy(_key: string, value: Json): Json {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} has no JSON form, so it cannot be kept.`)
  return value
}

/** A list becomes `[0, item, …]` and an object `[1, key, value, …]`, so that every key is a plain string. */
function toPairs(value: Json): Json {
  if (isJsonList(value)) return [0, ...value.map(toPairs)]
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return [1, ...members.flatMap(([key, member]) => [key, toPairs(member)])]
}

function fromPairs(value: Json): Json {
  if (!isJsonList(value)) return value
  const [kind, ...items] = value
  if (kind === 0) return items.map(fromPairs)
  const members: [string, Json][] = []
  for (let at = 0; at + 1 < items.length; at += 2) members.push([textOf(items[at]), fromPairs(items[at + 1] ?? null)])
  return Object.fromEntries(members)
}
