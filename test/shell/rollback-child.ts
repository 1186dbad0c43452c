// Rolls a prepared transaction back and kills itself before a given step, or at a given write to the disk.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { readWhole } from '../../src/executors/shell/transaction/store-place.ts'
import { rollBack } from '../../src/executors/shell/transaction/roll-back.ts'
import { decodePlan } from '../../src/executors/shell/transaction/rollback-plan.ts'

const [folder = '', planFile = '', dieAt = '0'] = process.argv.slice(2)
const stored = readWhole(planFile)
const plan = stored && decodePlan(stored)
if (!plan) throw new Error('no plan')

/** Every call that changes the disk counts; the process ends without a word before the one that was named. */
const fs = createRequire(import.meta.url)('node:fs') as Record<string, (...args: unknown[]) => unknown>
let count = 0
for (const name of [
  'writeSync',
  'openSync',
  'renameSync',
  'copyFileSync',
  'unlinkSync',
  'mkdirSync',
  'chmodSync',
  'lutimesSync',
  'linkSync',
  'rmdirSync',
  'rmSync',
  'symlinkSync',
  'fsyncSync',
]) {
  const real = fs[name]
  if (!real) continue
  fs[name] = (...args) => {
    if (++count === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
    return real(...args)
  }
}
syncBuiltinESMExports()
const done = rollBack(join(folder), plan)
process.stdout.write(JSON.stringify({ ok: done.ok, count }))
