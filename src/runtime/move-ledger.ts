import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, type Fault, type Result, fail, fault, messageOf, succeed, systemClock } from '../core/index.ts'
import {
  type LedgerOptions,
  type OpenLedger,
  isLogEmpty,
  knownSize,
  openLedger,
  systemDisk,
  verifyBesideOthers,
} from '../ledger/index.ts'
import { type RecordPermission, createBroker, createTrustStore } from '../permissions/index.ts'
import { moveState, openSqliteStore, ownFolder, placeIdOf } from '../storage/index.ts'
import { type LedgerPlace, PERMISSIONS_FILE, locateLedger } from './open-runtime.ts'

/** A workspace that lay at `from` and lies at `to` now; both as they are or were called, links resolved. */
type MoveOptions = { readonly state: string; readonly from: string; readonly to: string }

export type Moved = { readonly entries: number; readonly grantsEnded: number; readonly trustWithdrawn: boolean }

/** May the folder go on with the log of the place where it lay? Says how long that log is, and changes nothing. */
export async function checkMove(options: MoveOptions): Promise<Result<{ readonly entries: number }>> {
  const { state, from, to } = options
  if (from === to) return fail('usage_invalid', 'This folder lies where it lay. Name the path where it lay before.')
  if (!existsSync(join(ownFolder(state, from), LEDGER_FILE))) return nothingKept(from)
  if (ownFolder(state, from) === ownFolder(state, to))
    return fail('usage_invalid', 'This folder goes on with that log already.')
  const kept = await withPlace(locateLedger({ root: to, state }), async place => succeed(whatIsKept(place)))
  if (!kept.ok) return kept
  if (kept.value) return { ok: false, error: kept.value }
  const copied = isSameFolder(from, to) ? undefined : hasLog(from)
  if (copied) return { ok: false, error: copied }
  return withPlace(locateMoved(options), ({ ledger }) => compare(ledger, from))
}

/** What was kept about the old place counts for the new one from now on. That this was said is recorded first. */
export async function moveLedger(options: MoveOptions, decidedBy: string): Promise<Result<Moved>> {
  const checked = await checkMove(options)
  if (!checked.ok) return checked
  const told = await withPlace(locateMoved(options), place => recordMove(place, options, decidedBy))
  if (!told.ok) return told
  const { state: path, from, to } = options
  const noted = moveState({ path, from, to })
  return noted.ok ? succeed({ ...told.value, entries: checked.value.entries }) : noted
}

const LEDGER_FILE = 'ledger.db'

const auditFolder = (root: string): string => join(root, '.control-room', 'audit')

/** The keys and the head of the old place, and the files of the new one. */
const locateMoved = ({ state, from, to }: MoveOptions): Promise<Result<LedgerPlace>> =>
  locateLedger({ root: from, state, disk: systemDisk(auditFolder(to)) })

/** Whatever the disk has to say becomes a fault, and everything is closed again. */
async function withPlace<T>(
  locating: Promise<Result<LedgerPlace>>,
  work: (place: LedgerPlace) => Promise<Result<T>>,
): Promise<Result<T>> {
  const place = await locating
  if (!place.ok) return place
  try {
    return await work(place.value)
  } catch (thrown) {
    return fail('ledger_unavailable', `The records cannot be read: ${messageOf(thrown)}.`)
  } finally {
    place.value.ledger.index.close()
    place.value.ledger.disk.close()
  }
}

const nothingKept = (from: string): Result<never> =>
  fail(
    'ledger_unknown',
    `Nothing is kept about ${from}. Name the path where this folder lay before, as it was called there.`,
  )

/** An index that was only looked at is nothing yet. */
function whatIsKept({ own, ledger }: LedgerPlace): Fault | undefined {
  const size = knownSize(ledger)
  if (size > 0)
    return fault(
      'usage_invalid',
      `This folder has a log of its own by now, with ${size} entries; it cannot go on with another one.`,
    )
  const other = readdirSync(own).find(name => !name.startsWith(LEDGER_FILE) && !name.startsWith('moved-'))
  return other === undefined
    ? undefined
    : fault(
        'usage_invalid',
        `Something is kept about this folder already (${other}). Move ${join(own, other)} away first.`,
      )
}

/** A link at the old path may lead to the new place. */
function isSameFolder(from: string, to: string): boolean {
  try {
    return realpathSync(from) === to
  } catch {
    return false
  }
}

/** Two folders with one log would take the same things twice. */
function hasLog(from: string): Fault | undefined {
  try {
    if (isLogEmpty(systemDisk(auditFolder(from)))) return undefined
    const message =
      `The log still lies at ${from}, so this folder is a copy. ` +
      'Let a copy begin a log of its own: countersign ledger accept.'
    return fault('ledger_unknown', message)
  } catch (thrown) {
    return fault('ledger_unavailable', `Whether the log still lies at ${from} cannot be seen: ${messageOf(thrown)}.`)
  }
}

async function compare(ledger: LedgerOptions, from: string): Promise<Result<{ readonly entries: number }>> {
  if (knownSize(ledger) === 0) return nothingKept(from)
  const { failed, entries } = await verifyBesideOthers(ledger)
  if (failed.length === 0) return succeed({ entries })
  const [first] = failed
  const where = `${first?.file ?? ''}${first?.line ? `, line ${first.line}` : ''}: ${first?.check ?? ''}`
  const message =
    `The records here are not those that were written at ${from}: ` +
    `${failed.length} things differ, the first in ${where}. ` +
    'If they were cut or changed there, move the folder back, run countersign ledger accept, and move it again.'
  return fail('ledger_unverified', message, { findings: failed.length })
}

/** Ends all grants and trust: they were given for the folder at its old place, and its content may have changed. */
async function recordMove(
  place: LedgerPlace,
  options: MoveOptions,
  decidedBy: string,
): Promise<Result<Omit<Moved, 'entries'>>> {
  const opened = await openLedger(place.ledger)
  if (!opened.ok) return opened
  const ledger = opened.value
  const record: RecordPermission = event =>
    ledger.append({ type: 'permission', body: ({ at }) => ({ permission: { ts: at, ...event } }) })
  // The log may be shown to others, so it names places as its origin does.
  const places = { from: placeIdOf(options.from), to: placeIdOf(options.to) }
  const told = await record({ event: 'WORKSPACE_MOVED', ...places, decided_by: decidedBy })
  if (!told.ok) return told
  const ended = await endRights({
    path: join(place.own, PERMISSIONS_FILE),
    clock: systemClock,
    ledger,
    record,
  })
  if (!ended.ok) return ended
  const flushed = await ledger.flush()
  return flushed.ok ? ended : flushed
}

type Rights = {
  readonly path: string
  readonly clock: Clock
  readonly ledger: OpenLedger
  readonly record: RecordPermission
}

async function endRights({ path, clock, ledger, record }: Rights): Promise<Result<Omit<Moved, 'entries'>>> {
  if (!existsSync(path)) return succeed({ grantsEnded: 0, trustWithdrawn: false })
  const store = await openSqliteStore({ path, clock })
  const now = (): number => ledger.now()
  try {
    const broker = createBroker({ store, clock, now, record })
    const grants = await broker.list()
    for (const { id } of grants) {
      const revoked = await broker.revoke(id)
      if (!revoked.ok) return revoked
    }
    const trustStore = createTrustStore(store, now, record)
    const trusted = await trustStore.get()
    const withdrawn = trusted ? await trustStore.withdraw() : succeed(undefined)
    return withdrawn.ok ? succeed({ grantsEnded: grants.length, trustWithdrawn: trusted !== undefined }) : withdrawn
  } finally {
    await store.close()
  }
}
