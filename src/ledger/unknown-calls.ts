import {
  type JsonObject,
  type Result,
  fail,
  isJsonObject,
  isRunning,
  processSpace,
  textOf,
  thisProcess,
} from '../core/index.ts'
import { type Entry, decodeLine, hasValidMac } from './entry.ts'
import { type Head, decodeHead } from './head.ts'
import { HEAD, LOOKED_AT, intentKey } from './index-rows.ts'
import { lineMac } from './keys.ts'
import { Ledger } from './ledger.ts'
import { type LedgerOptions, lineAt } from './open-ledger.ts'
import { readLog } from './read-log.ts'
import { readOwnEntries } from './read-own.ts'
import { isLonger } from './recover.ts'

/** Is a call of this very process still running? Where nobody can tell, it counts as running. */
export type IsActing = (call: string) => boolean

/** An intent, and the process that wrote it, if the index knows. */
export type UnknownCall = Entry & { readonly writer?: JsonObject }

/**
 * The intents of calls whose end was never recorded and that no process runs any more, oldest first, without those that
 * a person has looked at. Calls that a client was handed may still be reported, so they are left out.
 */
export async function unknownCalls(
  options: LedgerOptions,
  isActing: IsActing = () => true,
): Promise<readonly UnknownCall[]> {
  const { disk, index } = options
  const stored = index.get(HEAD)
  if (!stored) return []
  const isBehind = isLonger(decodeHead(stored), disk)
  // While nobody writes, lines behind the head are those of a process that is gone.
  const behind = isBehind
    ? await index.exclusively(async held => entriesBehind(decodeHead(held.get(HEAD) ?? stored), options))
    : []
  const ended = new Set(behind.flatMap(endedCall))
  const known = [...behind, ...indexedIntents(options, isActing)].filter(isUnknown)
  const open = known.filter(({ body }) => !ended.has(textOf(body['call_id'])))
  return [...new Map(open.map(entry => [entry.seq, entry])).values()].toSorted((a, b) => a.seq - b.seq)
}

function indexedIntents(options: LedgerOptions, isActing: IsActing): readonly UnknownCall[] {
  const here = thisProcess(options.clock, processSpace())
  const open = options.index.list(intentKey('')).filter(({ key, value }) => {
    const writer = writerIn(value)
    if (value['handed'] === true) return false
    if (writer === undefined) return true
    return !(isSame(writer, here) ? isActing(key.slice(intentKey('').length)) : isRunning(writer, here))
  })
  const placed = open.flatMap(({ value }) => entryAt(value, options) ?? [])
  const older = open.filter(({ value }) => value['segment'] === undefined).map(({ value }) => Number(value['seq']))
  return [...placed, ...entriesOf(new Set(older), options)]
}

const writerIn = ({ writer }: JsonObject): JsonObject | undefined => (isJsonObject(writer) ? writer : undefined)

function entriesBehind(head: Head, options: LedgerOptions): readonly Entry[] {
  const mac = lineMac(options)
  const lines = [...readLog(options.disk, head)].filter(({ complete }) => complete).map(({ bytes }) => bytes.toString())
  return lines.filter(line => hasValidMac(line, mac)).flatMap(line => decodeLine(line) ?? [])
}

/** The call whose end, or whose looking at, an entry tells. */
function endedCall({ type, body }: Entry): readonly string[] {
  const { call_id } = type === 'outcome' && isJsonObject(body['facts']) ? body['facts'] : body
  return type === 'outcome' || body['event'] === LOOKED_AT ? [textOf(call_id)] : []
}

const isSame = ({ boot, pid, space, started = null }: JsonObject, here: JsonObject): boolean =>
  boot === here['boot'] && pid === here['pid'] && space === here['space'] && started === here['started']

function entryAt(row: JsonObject, options: LedgerOptions): UnknownCall | undefined {
  if (row['segment'] === undefined) return undefined
  const [line, writer] = [lineAt(row, options.disk), writerIn(row)]
  const entry = line !== undefined && hasValidMac(line, lineMac(options)) ? decodeLine(line) : undefined
  return entry && { ...entry, ...(writer && { writer }) }
}

/** Rows of older versions know only the number of the line. */
function entriesOf(numbers: ReadonlySet<number>, options: LedgerOptions): readonly Entry[] {
  const entries = numbers.size === 0 ? undefined : readOwnEntries(options)
  return entries?.ok === true ? [...entries.value].filter(({ seq }) => numbers.has(seq)) : []
}

const isUnknown = ({ type, body: { attempt } }: Entry): boolean =>
  type === 'intent' && !(isJsonObject(attempt) && attempt['result'] === 'handed_over')

/** Who says that they have looked, and how they said it. */
export type LookedBy = { readonly principal: string; readonly decidedBy: 'tty' | 'flag' | 'console' }

/** A person has looked at what such a call did. The log says so, and nobody is warned about it any more. */
export async function markLookedAt(
  call: string,
  by: LookedBy,
  options: LedgerOptions & { readonly isActing?: IsActing },
): Promise<Result<Entry>> {
  const unknown = await unknownCalls(options, options.isActing)
  const found = unknown.find(({ body }) => textOf(body['call_id']) === call)
  if (!found) return fail('resource_unknown', `No call ${call.slice(0, 100)} here has an unknown outcome.`)
  return new Ledger({ ...options, mac: lineMac(options) }).append({
    type: 'system',
    body: () => ({
      event: LOOKED_AT,
      call_id: call,
      intent: found.seq,
      principal: by.principal,
      decided_by: by.decidedBy,
    }),
  })
}
