import { basename, dirname, join, resolve } from 'node:path'
import { type Result, type Vault, fail, sha256, succeed } from '../core/index.ts'
import { failureWords } from './failure-words.ts'
import { flushFolder, isPlainFile, isPlainFolder, makePrivateFolder, readVaultFile, writeWhole } from './vault-files.ts'

const HASH = /^[0-9a-f]{64}$/

/** Keeps each content once, as `<folder>/<first two digits>/<sha256>`, for its owner only. */
export function createVault(folder: string): Vault {
  const root = resolve(folder)
  const placeOf = (hash: string): string => join(root, hash.slice(0, 2), hash)
  return {
    keep(bytes) {
      const hash = sha256(bytes)
      return onDisk(root, () => {
        const file = placeOf(hash)
        isPlainFolder(root)
        makePrivateFolder(dirname(file))
        if (!holds(file, hash)) writeWhole(file, bytes)
        flushFolder(dirname(file))
        return succeed(hash)
      })
    },
    fetch(hash) {
      if (!HASH.test(hash))
        return fail('storage_unavailable', 'Kept bytes are named by 64 hexadecimal digits, and this name is not one.')
      return onDisk(root, () => fetchWhole(placeOf(hash), hash))
    },
    has(hash) {
      const found = onDisk(root, () => succeed(HASH.test(hash) && isPlainFile(placeOf(hash))))
      return found.ok && found.value
    },
  }
}

/** What is damaged, or no file at all, is replaced: whoever asks has the right bytes at hand. */
function holds(file: string, hash: string): boolean {
  isPlainFolder(dirname(file))
  const kept = onDisk(file, () => succeed(readVaultFile(file)))
  return kept.ok && kept.value !== undefined && sha256(kept.value) === hash
}

function fetchWhole(file: string, hash: string): Result<Uint8Array | undefined> {
  const bytes = readVaultFile(file)
  if (bytes === undefined || sha256(bytes) === hash) return succeed(bytes)
  return fail(
    'storage_unavailable',
    `The kept bytes ${hash} are no longer what they were, so they are not used. Restore the file from a copy.`,
  )
}

function onDisk<T>(path: string, work: () => Result<T>): Result<T> {
  try {
    return work()
  } catch (thrown) {
    return fail('storage_unavailable', `The vault "${basename(path)}" cannot be used: ${failureWords(thrown)}.`)
  }
}
