import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

export type SmallDisk = {
  readonly path: string
  /** Somebody else takes all room but so many bytes. */
  readonly fill: (leave?: number) => void
  readonly free: () => void
}

/** A real file system of so many MiB, in memory; the test is skipped where nobody may mount one. */
export function smallDisk({ skip }: TestContext, mebibytes = 8): SmallDisk {
  const path = temporaryFolder().path
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'countersign-test', path]).status === 0
  onTestFinished(() => void (isMounted && spawnSync('umount', ['-l', path])))
  if (!isMounted) skip('nobody may mount a disk here')
  const other = join(path, 'other')
  return {
    path,
    free: () => rmSync(other, { force: true }),
    fill(leave = 0) {
      const [file, block] = [openSync(other, 'a'), Buffer.alloc(4_096, 1)]
      for (let left = statfsSync(path).bavail - Math.ceil(leave / block.length); left > 0; left--)
        writeSync(file, block)
      closeSync(file)
    },
  }
}
