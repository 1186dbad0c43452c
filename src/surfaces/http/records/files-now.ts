import type { Receipt, Workspace } from '../../../core/index.ts'
import type { ReceiptView } from '../shapes.ts'

const MAX_FILES = 50
const MAX_BYTES = 16 * 1_024 * 1_024

/** How the files that a receipt names stand today. */
export function filesNow({ file_refs: refs }: Receipt, workspace: Workspace): ReceiptView['files_now'] {
  const byPath = new Map(refs.map(({ path, sha256 }) => [path, sha256]))
  return [...byPath].slice(0, MAX_FILES).map(([path, sha256_then]) => {
    const read = workspace.read(path, { maxBytes: MAX_BYTES })
    if (!read.ok)
      return {
        path,
        state: read.error.code === 'file_not_found' ? 'missing' : 'unreadable',
        sha256_then,
        sha256_now: null,
      }
    const { sha256: sha256_now } = read.value
    return { path, state: sha256_now === sha256_then ? 'unchanged' : 'changed', sha256_then, sha256_now }
  })
}
