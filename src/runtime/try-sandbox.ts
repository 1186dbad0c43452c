import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, shellSettings } from '../executors/index.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'

export type SandboxState =
  | { readonly kind: 'works' | 'off' }
  | { readonly kind: 'unavailable'; readonly because: string }

/** Runs a command that does nothing, in a folder that is nothing, and says how it went. */
export async function trySandbox(config: MergedConfig): Promise<SandboxState> {
  const { sandbox: mode, readable } = valuesOf(config, shellSettings)
  if (mode === 'off') return { kind: 'off' }
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-try-')))
  const confinement = {
    root,
    folder: root,
    reach: 'read',
    hiddenFolders: [],
    hiddenFiles: [],
    fixed: [],
    anchored: [],
    readable,
  } as const
  try {
    const { signal } = new AbortController()
    const end = await createSandbox({ mode }).run({ command: 'true', confinement, limits: LIMITS, signal })
    return end.ok ? { kind: 'works' } : { kind: 'unavailable', because: end.error.message }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const MIB = 1024 * 1024
const LIMITS = {
  processes: 32,
  memoryBytes: 256 * MIB,
  fileBytes: MIB,
  diskBytes: 64 * MIB,
  files: 100_000,
  timeoutMs: 10_000,
  keptBytes: 4_096,
}
