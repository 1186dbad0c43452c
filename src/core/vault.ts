import type { Result } from './result.ts'

/** Keeps bytes under the hash of what they are; a hash is written as 64 lower-case hexadecimal digits. */
export interface Vault {
  /** Answers with the sha256, and only once the bytes are safely on disk. */
  keep(bytes: Uint8Array): Result<string>
  /** Undefined when nothing is kept under this hash; what no longer has its hash is a fault and never returned. */
  fetch(sha256: string): Result<Uint8Array | undefined>
  /** Whether something lies there; only `fetch` says whether it is whole. */
  has(sha256: string): boolean
}
