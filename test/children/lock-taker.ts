// A process that asks for the lock of each folder PLACE/N as soon as PLACE/N/go is there: lock-taker.ts PLACE ROUNDS
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockWorkspace } from '../../src/executors/shell/transaction/store-place.ts'

const [place = '', rounds = '0'] = process.argv.slice(2)
process.stdout.write('ready\n')
for (let round = 0; round < Number(rounds); round++) {
  const folder = join(place, String(round))
  while (!existsSync(join(folder, 'go'))) continue
  const lock = lockWorkspace(folder)
  writeFileSync(join(folder, String(process.pid)), lock.ok ? 'held' : lock.error.code)
}
