import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createCatalog } from '../../src/catalog/index.ts'
import {
  type Assessment,
  type Executor,
  type JsonObject,
  type Result,
  type Scope,
  type ToolCall,
  type ToolOutput,
  type Vault,
  type Workspace,
  createPermitOffice,
  sha256,
  standardValues,
  succeed,
} from '../../src/core/index.ts'
import {
  FILE_ALIASES,
  FILE_ARGUMENT_ALIASES,
  FILE_TOOLS,
  type FileSettings,
  createFileExecutor,
  fileSettings,
} from '../../src/executors/files/index.ts'
import { type WorkspaceOptions, openWorkspace } from '../../src/workspace/index.ts'
import { temporaryFolder } from '../temporary-folder.ts'

export const CANARY = 'CANARY-of-the-outside'
export const SECRET = 'SECRET-of-the-records'

export type World = {
  readonly root: string
  readonly outside: string
  readonly workspace: Workspace
  readonly vault: Vault
  readonly executor: Executor
  /** Makes a file of the workspace, and the folders above it, behind everybody's back. */
  readonly put: (path: string, content?: string | Uint8Array) => void
  readonly get: (path: string) => string
  readonly link: (path: string, target: string) => void
  readonly makeCall: (tool: string, args: JsonObject) => ToolCall
  readonly assess: (call: ToolCall) => Assessment | Promise<Assessment>
  readonly execute: (call: ToolCall, signal?: AbortSignal) => Promise<Result<ToolOutput>>
  readonly call: (tool: string, args: JsonObject, signal?: AbortSignal) => Promise<Result<ToolOutput>>
}

export type WorldOptions = {
  readonly settings?: Partial<FileSettings>
  readonly hold?: WorkspaceOptions['hold']
  readonly clock?: WorkspaceOptions['clock']
}

const catalog = createCatalog(FILE_TOOLS, { aliases: FILE_ALIASES, argumentAliases: FILE_ARGUMENT_ALIASES })

/** A workspace in a folder of its own, with an outside beside it. */
export function createWorld({ settings: changed = {}, hold, clock }: WorldOptions = {}): World {
  const base = temporaryFolder().path
  const [root, outside] = [join(base, 'ws'), join(base, 'outside')]
  mkdirSync(root)
  mkdirSync(outside)
  const settings = { ...standardValues(fileSettings), ...changed }
  const { deny_read: denyRead, allow_read: allowRead, deny_write: denyWrite } = settings
  const workspace = openWorkspace({
    root,
    rules: { denyRead, allowRead, denyWrite },
    ...(hold && { hold }),
    ...(clock && { clock }),
  })
  onTestFinished(() => workspace.close())
  const office = createPermitOffice()
  const vault = createMemoryVault()
  const executor = createFileExecutor({ workspace, vault, settings, redeem: office.redeem })
  const makeCall: World['makeCall'] = (name, named) => {
    const origin = { phase: 'Executor', agent: 'test' } as const
    const request = { name, named, positional: [], dialect: 'test', fixups: [] }
    const call = catalog.resolve(request, { profile: 'lenient', rawSha256: '', origin, coerce: false })
    if (!call.ok) throw new Error(call.error.message)
    return call.value
  }
  const execute: World['execute'] = async (call, signal) =>
    executor.execute(call, office.mint(call), createScope(signal))
  return {
    root,
    outside,
    workspace,
    vault,
    executor,
    makeCall,
    execute,
    put(path, content = 'inside\n') {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    },
    get: path => readFileSync(join(root, path), 'utf8'),
    link(path, target) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      symlinkSync(target, join(root, path))
    },
    assess: call => executor.assess?.(call) ?? { risk: 'destroy', summary: 'not assessed' },
    call: async (name, args, signal) => execute(makeCall(name, args), signal),
  }
}

export function createScope(signal: AbortSignal = new AbortController().signal): Scope {
  return {
    principal: 'tester',
    credential: 'test',
    agent: 'test',
    session: 'sess_1',
    turn: 'turn_1',
    event: 'event_1',
    route: { intent: 'file_edit', needs: ['FileAccess', 'FileWrite'], risk: 'low', confidence: 1, decidedBy: 'caller' },
    allowance: { tools: FILE_TOOLS, withheld: [], missing: [] },
    counters: { sessionCalls: 1, signatures: [] },
    conversation: { userMessages: [], mentions: () => false },
    trust: 'Trusted',
    ownAct: true,
    signal,
  }
}

function createMemoryVault(): Vault {
  const kept = new Map<string, Uint8Array>()
  return {
    keep(bytes) {
      kept.set(sha256(bytes), Uint8Array.from(bytes))
      return succeed(sha256(bytes))
    },
    fetch: hash => succeed(kept.get(hash)),
    has: hash => kept.has(hash),
  }
}

/** Equal only if nothing below the folder was made, removed, changed or touched. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stat = lstatSync(path, { bigint: true })
    hash.update(`${path} ${stat.mode} ${stat.ino} ${stat.size} ${stat.mtimeNs}\n`)
    if (stat.isSymbolicLink()) hash.update(readlinkSync(path))
    if (stat.isFile()) hash.update(readFileSync(path))
    if (stat.isDirectory()) for (const name of readdirSync(path).toSorted()) visit(join(path, name))
  }
  visit(folder)
  return hash.digest('hex')
}

export const textOf = (result: Result<ToolOutput>): string =>
  result.ok ? result.value.text : `${result.error.code}: ${result.error.message}`
export const dataOf = (result: Result<ToolOutput>): JsonObject => {
  const data = result.ok ? result.value.data : undefined
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Error(textOf(result))
  return data as JsonObject
}
export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code)

/** All that was said, as one text; bytes are read as text, too. */
export function spoken(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, member]) => `${key}: ${spoken(member)}`)
    .join('\n')
}
