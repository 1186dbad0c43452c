import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  DISK_FULL,
  type Json,
  type JsonObject,
  fault,
  isDiskFull,
  isJsonObject,
  parseJsonText,
} from '../../../core/index.ts'
import { MAX_CONFIG_BYTES, openStateFolder, ownFolder } from '../../../runtime/index.ts'
import { EXIT, Failure } from '../failure.ts'
import { canonical, isWithin } from '../find-workspace.ts'
import { readRegularFile } from './read-regular-file.ts'

export type SavedPlace = { readonly state: string; readonly workspace: string }

/** Each workspace has its own file: what is saved for one has no effect in another. */
export function savedFile({ state, workspace }: SavedPlace): string {
  return join(ownFolder(state, canonical(workspace)), 'settings.json')
}

/** The saved values by full key; empty if nothing was saved. */
export function readSavedValues(place: SavedPlace): JsonObject {
  const file = savedFile(place)
  const read = readRegularFile(file, { links: 'refuse', maxBytes: MAX_CONFIG_BYTES })
  if (read.kind === 'absent') return {}
  refuseStateInside(place)
  if (read.kind === 'unreadable') throw broken(file, read.because)
  const saved = parseJsonText(Buffer.from(read.content).toString('utf8'))
  if (!isJsonObject(saved) || !isJsonObject(saved['values'])) throw broken(file, 'it is not valid JSON')
  return saved['values']
}

/** Saves a value; undefined removes it. Returns the file. */
export function saveValue(place: SavedPlace, key: string, value: Json | undefined): string {
  const opened = openStateFolder({ path: place.state, workspaceRoot: canonical(place.workspace) })
  if (!opened.ok) throw new Failure(opened.error, EXIT.config)
  const { [key]: _before, ...others } = readSavedValues(place)
  const values = value === undefined ? others : { ...others, [key]: value }
  const file = savedFile(place)
  replaceFile(file, `${JSON.stringify({ workspace: canonical(place.workspace), values }, null, 2)}\n`)
  return file
}

/** Refuses a state folder inside the workspace: tools could write settings in the person's name there. */
function refuseStateInside({ state, workspace }: SavedPlace): void {
  if (!isWithin(workspace, state)) return
  const problem = `The state folder ${state} lies inside the workspace ${workspace}.`
  const message = `${problem} Choose another with COUNTERSIGN_STATE.`
  throw new Failure(fault('state_unsafe', message), EXIT.config)
}

const broken = (file: string, because: string): Failure =>
  new Failure(fault('config_invalid', `${file} cannot be used: ${because}. Fix or remove it.`), EXIT.config)

/** Replaces a file atomically; only this user may read it. */
export function replaceFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(beside, content, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(beside, file)
  } catch (thrown) {
    rmSync(beside, { force: true })
    if (isDiskFull(thrown))
      throw new Failure(fault('storage_unavailable', `${file} is unchanged: ${DISK_FULL}.`), EXIT.refused)
    throw thrown
  }
}
