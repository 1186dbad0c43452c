import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { idempotencyKeyOf } from '../../../src/gates/index.ts'
import { type Disk, systemDisk } from '../../../src/ledger/index.ts'
import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { type World, grant, runs } from '../world.ts'

const audit = (root: string): string => join(root, '.control-room', 'audit')
const segment = (root: string): string => join(audit(root), 'log', '000001.jsonl')

type Lock = { isReadOnly: boolean }

/** The workspace's own disk, which can be read and no longer written once the lock says so. */
function lockableDisk(root: string, lock: Lock): Disk {
  const disk = systemDisk(audit(root))
  const refuse = (): void => {
    if (lock.isReadOnly) throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
  }
  const first =
    <Given extends readonly unknown[], T>(work: (...given: Given) => T) =>
    (...given: Given): T => {
      refuse()
      return work(...given)
    }
  return {
    ...disk,
    makeFolder: first(path => disk.makeFolder(path)),
    append: first((path, at, bytes) => disk.append(path, at, bytes)),
    truncate: first((path, size) => disk.truncate(path, size)),
    replace: first((path, bytes) => disk.replace(path, bytes)),
    setAside: first((path, as) => disk.setAside(path, as)),
  }
}

const UNAVAILABLE = { code: 'ledger_unavailable', recorded: 'nothing', needs: ['disk'] } as const

/** A workspace with a log of some lines. */
async function used(world: World): Promise<void> {
  const at = await world.open()
  await grant(at)
  await runs(at, inSession(world.kit.write('before')))
  await at.runtime().ledger.flush()
}

/** What cannot be written down does not happen, and neither does what may have happened already. */
export const RECORD_CASES: readonly ForbiddenCase[] = [
  forbidden(
    'a call that began before and whose end nobody knows',
    { code: 'outcome_unknown', needs: ['event'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at)
      const order = { ...inSession(world.kit.write()), event: 'event_of_the_test' }
      const tool = at.runtime().catalog.get(order.tool)
      if (!tool) throw new Error(`there is no tool ${order.tool}`)
      const key = idempotencyKeyOf({ tool, args: order.args }, order.event)
      const uses = [`idempotency:${key}`]
      const body = { call_id: 'call_before', idempotency_key: key, uses }
      if (stands) await at.runtime().ledger.append({ type: 'intent', uses, body: () => body })
      return { at, order }
    },
  ),
  forbidden('a write on a disk that is read-only from the start', UNAVAILABLE, async (world, stands) => {
    const at = await world.open({ disk: lockableDisk(world.root, { isReadOnly: stands }) })
    if (!stands) await grant(at)
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden('a write on a disk that has become read-only', UNAVAILABLE, async (world, stands) => {
    const lock = { isReadOnly: false }
    const at = await world.open({ disk: lockableDisk(world.root, lock) })
    await grant(at)
    lock.isReadOnly = stands
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden('a read after the log could not be written', UNAVAILABLE, async (world, stands) => {
    const lock = { isReadOnly: false }
    const at = await world.open({ disk: lockableDisk(world.root, lock) })
    await grant(at)
    await grant(at, { capability: 'FileAccess' })
    lock.isReadOnly = stands
    await at.call(inSession(world.kit.write()))
    return { at, order: inSession(world.kit.read()) }
  }),
  forbidden('a write where the log was cut', { code: 'ledger_cut', recorded: 'nothing' }, async (world, stands) => {
    await used(world)
    if (stands) truncateSync(segment(world.root), readFileSync(segment(world.root)).lastIndexOf('\n', -2) + 1)
    return { at: await world.open(), order: inSession(world.kit.write()) }
  }),
  forbidden('a write where the log is gone', { code: 'ledger_cut', recorded: 'nothing' }, async (world, stands) => {
    await used(world)
    if (stands) truncateSync(segment(world.root), 0)
    return { at: await world.open(), order: inSession(world.kit.write()) }
  }),
  forbidden(
    'a write where the last line of the log was exchanged',
    { code: 'ledger_cut', recorded: 'nothing' },
    async (world, stands) => {
      await used(world)
      const log = readFileSync(segment(world.root), 'utf8')
      const at = log.lastIndexOf('"at":"') + '"at":"'.length
      if (stands) writeFileSync(segment(world.root), `${log.slice(0, at)}1${log.slice(at + 1)}`)
      return { at: await world.open(), order: inSession(world.kit.write()) }
    },
  ),
  forbidden(
    'a write where the log was cut a moment ago',
    { code: 'ledger_cut', recorded: 'nothing', needs: ['one process'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at)
      await runs(at, inSession(world.kit.write('before')))
      if (stands) truncateSync(segment(world.root), 100)
      return { at, order: inSession(world.kit.write()) }
    },
  ),
  forbidden(
    'a write where the log comes from elsewhere',
    { code: 'ledger_unknown', recorded: 'nothing' },
    async (world, stands) => {
      const elsewhere = world.besides()
      await used(elsewhere)
      if (stands) cpSync(join(elsewhere.root, '.control-room'), join(world.root, '.control-room'), { recursive: true })
      const at = await world.open()
      if (!stands) await grant(at)
      return { at, order: inSession(world.kit.write()) }
    },
  ),
]
