// One run at a time installs or builds; the others wait. Node built-ins only.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 200
const GIVE_UP_MS = 10 * 60_000

/** Runs `work` while holding the lock of this checkout. */
export async function withLock(root, work) {
  const folder = join(root, '.cache')
  const lock = join(folder, 'ensure.lock')
  mkdirSync(folder, { recursive: true })
  await acquire(lock)
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

async function acquire(lock) {
  const until = Date.now() + GIVE_UP_MS
  for (let told = false; !tryAcquire(lock); told = true) {
    const owner = readOwner(lock)
    if (owner && isDead(owner)) {
      setAside(lock, owner)
      continue
    }
    if (!told) console.error('countersign: another run is installing or building; waiting for it')
    if (Date.now() > until)
      throw new Error(`Waited 10 minutes for ${lock}. If nothing is installing, delete that folder and try again.`)
    await sleep(POLL_MS)
  }
}

/** The folder appears together with its owner file: a rename onto a folder that is not empty fails. */
function tryAcquire(lock) {
  const token = randomUUID()
  const mine = `${lock}.${token}`
  mkdirSync(mine)
  writeFileSync(join(mine, 'owner.json'), JSON.stringify({ pid: process.pid, host: hostname(), token }))
  try {
    renameSync(mine, lock)
    return true
  } catch {
    rmSync(mine, { recursive: true, force: true })
    return false
  }
}

function readOwner(lock) {
  try {
    return JSON.parse(readFileSync(join(lock, 'owner.json'), 'utf8'))
  } catch {
    return undefined // released between our two looks
  }
}

function isDead({ pid, host }) {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (thrown) {
    return thrown.code === 'ESRCH'
  }
}

/**
 * The name holds the dead owner's token and stays, so a slower waiter cannot set aside the lock of whoever came next.
 */
function setAside(lock, { token }) {
  try {
    renameSync(lock, `${lock}.stale.${token}`)
  } catch {
    // Someone else was faster.
  }
}
