// A process that records reads and is killed at once after the last: killed-reader.ts FOLDER COUNT; its own end, because nobody else is that quick.
import { join } from 'node:path'
import { systemClock } from '../../src/core/index.ts'
import { openLedger, systemDisk } from '../../src/ledger/index.ts'
import { openLedgerIndex } from '../../src/storage/index.ts'
import { LEDGER_KEYS, plainCall } from '../plain-call.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const index = await openLedgerIndex({ path: join(folder, 'index.db') })
// Without waiting for the disk nothing comes between the calls; what a process has written outlives it all the same.
const disk = { ...systemDisk(join(folder, '.control-room', 'audit')), async sync() {} }
const opened = await openLedger({ index, disk, clock: systemClock, ...LEDGER_KEYS })
if (!opened.ok) throw new Error(opened.error.message)
for (let n = 1; n <= Number(count); n++) await opened.value.append(plainCall(`rcpt_${n}`))
process.kill(process.pid, 'SIGKILL')
