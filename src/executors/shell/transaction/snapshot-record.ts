import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Json, type JsonObject, isJsonList } from '../../../core/index.ts'
import { PLAN_FILE, writePlan } from './roll-back.ts'
import type { RollbackPlan } from './rollback-plan.ts'
import type { Snapshot } from './snapshot.ts'
import { currentOwner, dropFolder, readWhole, writeJsonWhole } from './store-place.ts'
import { type FileAttributes, decodeAttributes } from './file-attributes.ts'
import type { Survey } from './survey.ts'
import { type Surveyed, decodeSurveyed } from './surveyed.ts'

/** What the next process must know of a command to put back what it did, should this process die. */
export type CommandFacts = {
  readonly call: string
  /** Nobody was asked, so it is taken back unless its outcome is recorded. */
  readonly guarded: boolean
  readonly limitMs: number
  readonly readOnlyFolders: readonly string[]
}

export const OWNER_FILE = 'owner.json'
const ENTRIES_FILE = 'before.json'
const RESERVE_FILE = 'reserve'
const INCOMPLETE_FILE = 'incomplete'
const KEEP_FILE = 'keep.json'

export type RecordedCommand = {
  readonly snapshot: Snapshot
  readonly before: Survey
}

/** The last thing before a command runs: the time of the owner's file is the time of its start. */
export function recordCommand({ snapshot, before }: RecordedCommand, facts: CommandFacts): void {
  const entries = [...snapshot.entries].map(([path, state]) => {
    const copy = snapshot.copyOf(path)
    return [path, { ...state }, copy === undefined ? null : basename(copy)] as const
  })
  const { fixed, hiddenFiles, hiddenFolders, anchored } = before
  const identities = [...before.identities]
  const attributes = snapshot.attributes ? [...snapshot.attributes] : null
  const list: JsonObject = { fixed, hiddenFiles, hiddenFolders, anchored, identities, entries, attributes }
  const path = join(snapshot.folder, ENTRIES_FILE)
  writeJsonWhole(path, list)
  reserveRoom(snapshot.folder, statSync(path).size)
  writeJsonWhole(join(snapshot.folder, OWNER_FILE), { ...currentOwner(), root: snapshot.root, ...facts })
}

const ROOM_FOR_REMOVALS = 256 * 1024

/** Room for a rollback plan, in bytes that no disk can shrink: a command may fill the disk. */
const reserveRoom = (folder: string, listBytes: number): void =>
  writeFileSync(join(folder, RESERVE_FILE), randomBytes(ROOM_FOR_REMOVALS + 2 * listBytes), { mode: 0o600 })

/**
 * Writes the plan of a rollback into the room that was kept for it. False: there is no plan on disk; the copies and
 * their list are there all the same.
 */
export function writeReservedPlan(folder: string, plan: RollbackPlan): boolean {
  const reserve = join(folder, RESERVE_FILE)
  try {
    if (existsSync(reserve)) truncateSync(reserve)
    writePlan(folder, plan)
    return true
  } catch {
    return false
  }
}

/** Not all could be put back, whatever the log says of the call. Renaming needs no room on the disk. */
export function markIncomplete(folder: string): void {
  try {
    renameSync(join(folder, RESERVE_FILE), join(folder, INCOMPLETE_FILE))
  } catch {
    // it is marked already, or its plan tells the same
  }
}

/** When that was. */
export const markedAt = (folder: string): number | undefined =>
  lstatSync(join(folder, INCOMPLETE_FILE), { throwIfNoEntry: false })?.ctimeMs

/** A person decides about these copies; nothing is put back from them unasked. Renaming needs no room. */
export function keepForPerson(folder: string): void {
  try {
    renameSync(join(folder, RESERVE_FILE), join(folder, KEEP_FILE))
  } catch {
    keepWithFile(folder)
  }
}

function keepWithFile(folder: string): void {
  try {
    writeJsonWhole(join(folder, KEEP_FILE), {})
  } catch {
    // it is looked at again with the next command
  }
}

type FolderState = 'planned' | 'incomplete' | 'kept' | 'open'

export function stateOfFolder(folder: string): FolderState {
  if (existsSync(join(folder, KEEP_FILE))) return 'kept'
  if (existsSync(join(folder, INCOMPLETE_FILE))) return 'incomplete'
  return existsSync(join(folder, PLAN_FILE)) ? 'planned' : 'open'
}

/** Undefined: the command never began. */
export function readFacts(folder: string): (CommandFacts & { readonly startedMs: number }) | undefined {
  const path = join(folder, OWNER_FILE)
  const { call, guarded, limitMs, readOnlyFolders } = readWhole(path) ?? {}
  if (typeof call !== 'string' || typeof guarded !== 'boolean' || typeof limitMs !== 'number') return undefined
  return { call, guarded, limitMs, readOnlyFolders: textsIn(readOnlyFolders), startedMs: lstatSync(path).ctimeMs }
}

/** Undefined for anything but a whole and sound list. */
export function readRecordedCommand(folder: string, root: string): RecordedCommand | undefined {
  const { entries, identities, ...lists } = readWhole(join(folder, ENTRIES_FILE)) ?? {}
  if (!isJsonList(entries) || !isJsonList(identities)) return undefined
  const states = new Map<string, Surveyed>()
  const copies = new Map<string, string>()
  for (const entry of entries) {
    const [path, stored, copy] = isJsonList(entry) ? entry : []
    const state = decodeSurveyed(stored)
    if (typeof path !== 'string' || !state) return undefined
    states.set(path, state)
    if (typeof copy === 'string' && isWholeCopy(join(folder, copy), state)) copies.set(path, join(folder, copy))
  }
  const before: Survey = {
    entries: states,
    fixed: textsIn(lists['fixed']),
    hiddenFiles: textsIn(lists['hiddenFiles']),
    hiddenFolders: textsIn(lists['hiddenFolders']),
    anchored: textsIn(lists['anchored']),
    coveredFolders: [],
    coveredFiles: [],
    tooMany: false,
    unreadable: [],
    identities: identitiesIn(identities),
  }
  const copyOf = (path: string): string | undefined => copies.get(path)
  const attributes = attributesIn(lists['attributes'])
  const snapshot = { folder, root, entries: states, attributes, copyOf, discard: () => dropFolder(folder) }
  return { snapshot, before }
}

const textsIn = (value: Json | undefined): readonly string[] =>
  value !== undefined && isJsonList(value) ? value.filter(each => typeof each === 'string') : []

function identitiesIn(list: readonly Json[]): ReadonlyMap<string, string> {
  const pairs = list.flatMap(pair => {
    const [path, identity] = textsIn(pair)
    return path === undefined || identity === undefined ? [] : [[path, identity] as const]
  })
  return new Map(pairs)
}

/** After a power cut a copy may be shorter than the file was. */
function isWholeCopy(copy: string, { size }: Surveyed): boolean {
  const found = lstatSync(copy, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size === size
}

function attributesIn(list: Json | undefined): ReadonlyMap<string, FileAttributes> | undefined {
  if (list === undefined || !isJsonList(list)) return undefined
  const pairs = list.flatMap(pair => {
    const [path, stored] = isJsonList(pair) ? pair : []
    const attributes = decodeAttributes(stored)
    return typeof path === 'string' && attributes ? [[path, attributes] as const] : []
  })
  return new Map(pairs)
}
