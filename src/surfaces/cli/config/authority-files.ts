import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AuthorityFile, MAX_CONFIG_BYTES } from '../../../runtime/index.ts'
import { canonical } from '../find-workspace.ts'
import { readRegularFile } from './read-regular-file.ts'

export const WORKSPACE_CONFIG = 'countersign.toml'
const FILES = [WORKSPACE_CONFIG, '.control-room/prompts/prompts.json'] as const
const FOLDERS = ['.control-room/agents', '.control-room/recipes'] as const
const MAX_FILES = 1_000 // in one folder; nobody reads more than that before trusting it

/**
 * The workspace files that carry authority. Each is read once, so the bytes that are hashed are the bytes that are
 * used.
 */
export function readAuthorityFiles(workspace: string): readonly AuthorityFile[] {
  const root = canonical(workspace)
  return [...FILES.flatMap(path => readOne(root, path)), ...FOLDERS.flatMap(folder => readFolder(root, folder))]
}

function readOne(root: string, path: string): readonly AuthorityFile[] {
  const full = join(root, path)
  const file = readRegularFile(full, { links: 'refuse', maxBytes: MAX_CONFIG_BYTES })
  if (file.kind === 'absent') return []
  if (file.kind === 'unreadable') return [{ path, unreadable: file.because }]
  return canonical(full) === full ? [{ path, content: file.content }] : [{ path, unreadable: OUTSIDE }]
}

const OUTSIDE = 'a parent folder is a symbolic link'

function readFolder(root: string, folder: string): readonly AuthorityFile[] {
  const full = join(root, folder)
  const names = namesIn(full)
  if (names === undefined) return []
  if (canonical(full) !== full) return [{ path: folder, unreadable: OUTSIDE }]
  if (names.length > MAX_FILES) return [{ path: folder, unreadable: `it holds more than ${MAX_FILES} files` }]
  return names.flatMap(name => readOne(root, `${folder}/${name}`))
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder).filter(name => /\.json$/i.test(name))
  } catch {
    return undefined
  }
}
