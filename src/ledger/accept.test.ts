import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import { createMemoryLedgerIndex } from '../storage/index.ts'
import {
  type Disk,
  type LedgerOptions,
  acceptLedger,
  newSigningKey,
  openLedger,
  readSigningKey,
  systemDisk,
  verifyAll,
} from './index.ts'

const LINES = 500
const LONG = 'x'.repeat(10_000)

/** A log of five megabytes, every line of which stands in another file, too. */
async function longLog(folder: string): Promise<LedgerOptions> {
  const keys = { macKey: Buffer.alloc(32, 5), signingKey: readSigningKey(newSigningKey()) }
  const parts = {
    index: createMemoryLedgerIndex(),
    clock: testClock(),
    origin: 'countersign/test',
    segmentBytes: 1 << 20,
  }
  const options = { ...parts, ...keys, disk: systemDisk(folder) }
  const opened = await openLedger(options)
  if (!opened.ok) throw new Error(opened.error.message)
  const draft = (text: string): Parameters<typeof opened.value.append>[0] => ({
    type: 'outcome',
    body: ({ at }) => ({ audit: { session_id: 's', text, ts: at } }),
  })
  for (let each = 0; each < LINES; each++) await opened.value.append(draft(`${each} ${LONG}`))
  await opened.value.close()
  return options
}

test('a long log is accepted in parts: no more than two megabytes of it are ever held to be written', async () => {
  const folder = join(temporaryFolder().path, '.control-room', 'audit')
  const options = await longLog(folder)
  const audit = readFileSync(join(folder, 'audit.jsonl'))
  const last = options.disk.list('log').at(-1) ?? ''
  writeFileSync(
    join(folder, 'log', last),
    `${readFileSync(join(folder, 'log', last), 'utf8')
      .split('\n')
      .slice(0, -2)
      .join('\n')}\n`,
  )

  const appended: number[] = []
  const disk: Disk = {
    ...options.disk,
    append(path, at, bytes) {
      appended.push(bytes.length)
      options.disk.append(path, at, bytes)
    },
  }
  expect(await acceptLedger({ ...options, disk }, 'tty')).toMatchObject({ ok: true, value: { found: { size: LINES } } })
  expect(appended.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(4 << 20)
  expect(Math.max(...appended)).toBeLessThan(2 << 20)
  expect(verifyAll(options).failed).toEqual([])
  const written = readFileSync(join(folder, 'audit.jsonl'))
  expect(audit.subarray(0, written.length).equals(written)).toBe(true)
  expect(written.toString().trimEnd().split('\n')).toHaveLength(LINES - 1)
})
