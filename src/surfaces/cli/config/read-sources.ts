import { join } from 'node:path'
import type { JsonObject } from '../../../core/index.ts'
import {
  type AuthorityFile,
  compareTrust,
  type ConfigProblem,
  type ConfigShape,
  configShape,
  type ConfigSource,
  environmentLayer,
  flatLayer,
  type Layers,
  MAX_CONFIG_BYTES,
  readConfig,
  type ReadLayer,
  type RefusedValue,
  type SeenFiles,
  trustHash,
  type TrustDigest,
  type TrustState,
} from '../../../runtime/index.ts'
import {
  findWorkspace,
  processSurroundings,
  stateFolder,
  type Surroundings,
  userConfigFile,
} from '../find-workspace.ts'
import { readAuthorityFiles, WORKSPACE_CONFIG } from './authority-files.ts'
import { readRegularFile } from './read-regular-file.ts'
import { readSavedValues, savedFile, type SavedPlace } from './saved-values.ts'

export type ConfigFlags = { readonly workspace?: string; readonly config?: string }

/** Looks up which files a person trusted in a workspace. */
type StoredTrust = (workspace: string) => Promise<SeenFiles | undefined>

export type ConfigRequest = {
  readonly flags: ConfigFlags
  readonly around?: Surroundings
  /** Values that the command's flags set, by full key. */
  readonly values?: JsonObject
  readonly storedTrust?: StoredTrust
}

/** All sources of the configuration, before they are merged. */
export type ConfigSources = {
  readonly shape: ConfigShape
  readonly workspace: string
  readonly state: string
  readonly layers: Layers
  readonly trust: TrustState
  readonly trustRecord: TrustDigest
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly string[]
}

export async function readSources({
  flags,
  around = processSurroundings(),
  values = {},
  storedTrust,
}: ConfigRequest): Promise<ConfigSources> {
  const shape = configShape()
  const { folder: workspace, passedOver } = findWorkspace(flags.workspace, around)
  const state = stateFolder(around)
  const files = readAuthorityFiles(workspace)
  const trustRecord = trustHash(files)
  const trust = compareTrust(await storedTrust?.(workspace), trustRecord)
  const flagLayer = flatLayer(shape, values, { source: 'flags', origin: 'flag' })
  const environment = environmentLayer(shape, around.environment)
  const saved = readSaved(shape, { state, workspace })
  const user = await readUserFile(shape, flags, around)
  const wished = await readWorkspaceFile(shape, workspace, files)
  const all = [flagLayer, environment, saved, user, wished]
  return {
    shape,
    workspace,
    state,
    trust,
    trustRecord,
    layers: {
      flags: flagLayer.layer,
      environment: environment.layer,
      saved: saved.layer,
      user: user.layer,
      workspace: wished.layer,
      trusted: trust === 'trusted',
    },
    problems: all.flatMap(({ problems }) => problems),
    warnings: [...passedOver.map(foreignWorkspace), ...all.flatMap(({ warnings }) => warnings)],
  }
}

const foreignWorkspace = (folder: string): string =>
  `${folder} looks like a workspace but belongs to another user, so it was skipped.`

function readSaved(shape: ConfigShape, place: SavedPlace): ReadLayer {
  const file = savedFile(place)
  return flatLayer(shape, readSavedValues(place), { source: file, origin: `saved:${file}` })
}

async function readUserFile(shape: ConfigShape, { config }: ConfigFlags, around: Surroundings): Promise<ReadLayer> {
  const file = userConfigFile(config, around)
  return (
    (await readConfigFile(file, shape)) ?? (config === undefined ? NOTHING : unusable(file, 'there is no such file'))
  )
}

/** A file that the person named or keeps in their own folder; undefined if there is none. */
export async function readConfigFile(file: string, shape: ConfigShape): Promise<ReadLayer | undefined> {
  const read = readRegularFile(file, { links: 'follow', maxBytes: MAX_CONFIG_BYTES })
  if (read.kind === 'absent') return undefined
  return read.kind === 'unreadable'
    ? unusable(file, read.because)
    : readBytes(read.content, { shape, file, as: 'user' })
}

async function readWorkspaceFile(
  shape: ConfigShape,
  workspace: string,
  files: readonly AuthorityFile[],
): Promise<ReadLayer> {
  const found = files.find(({ path }) => path === WORKSPACE_CONFIG)
  const file = join(workspace, WORKSPACE_CONFIG)
  if (found === undefined) return NOTHING
  return 'content' in found
    ? readBytes(found.content, { shape, file, as: 'workspace' })
    : unusable(file, found.unreadable)
}

async function readBytes(content: Uint8Array, source: ConfigSource): Promise<ReadLayer> {
  const text = decodeText(content)
  return text === undefined ? unusable(source.file, 'it is not UTF-8') : readConfig(text, source)
}

export function decodeText(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

const NOTHING: ReadLayer = { layer: new Map(), problems: [], warnings: [] }

export const unusable = (source: string, because: string): ReadLayer => ({
  ...NOTHING,
  problems: [{ code: 'config_invalid', source, message: `cannot be used: ${because}.` }],
})

export const describeRefused = ({ key, wanted, because }: RefusedValue): string =>
  `The workspace sets ${key} = ${JSON.stringify(wanted)}; ignored: ${because}.`
