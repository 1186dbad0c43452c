import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type TemporaryFolder = {
  readonly path: string
  readonly write: (name: string, content: string | Uint8Array) => string
}

/** A folder of its own for one test, gone when the test has ended. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    write: (name, content) => {
      const file = join(path, name)
      writeFileSync(file, content)
      return file
    },
  }
}
