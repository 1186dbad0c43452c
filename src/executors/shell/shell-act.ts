import { join, relative } from 'node:path'
import { lstatSync, rmSync } from 'node:fs'
import {
  type Fault,
  type JsonObject,
  type Result,
  type Scope,
  type ToolOutput,
  type Vault,
  type Workspace,
  fail,
  fault,
  succeed,
} from '../../core/index.ts'
import type { CommandEnd, Confinement, Reach, Sandbox, SandboxLimits } from '../sandbox/index.ts'
import { type CommandJudgement, judgeCommand } from './commands/judge-command.ts'
import { envelopeOf, envelopeOutput } from './envelope.ts'
import { faultOfEnd } from './exit-class.ts'
import type { ShellPolicy } from './policy.ts'
import type { ShellOrder } from './shell-order.ts'
import { type Transaction, type TransactionOutcome, runInTransaction } from './transaction/run-in-transaction.ts'
import { GIT_ORDERS, type Survey, type Surveying, surveyWorkspace } from './transaction/survey.ts'
import { lockWorkspace } from './transaction/store-place.ts'

/** What commands are run with. */
export type ShellContext = {
  readonly workspace: Workspace
  readonly vault: Vault
  readonly sandbox: Sandbox
  /** Where copies are kept while a command runs: outside the workspace. */
  readonly place: string
  /** Only some paths of the workspace may be read at all. */
  readonly someOnly: boolean
  /** Some of them are closed by rules. */
  readonly someClosed: boolean
  readonly maxResultChars: number
  /** The call was begun, and no outcome of it is recorded. */
  readonly isPending: (call: string) => boolean
}

export const judgeOrder = (
  { command, folder }: ShellOrder,
  { rules }: ShellPolicy,
  { workspace, sandbox }: ShellContext,
): CommandJudgement => judgeCommand(command, { workspace, folder, rules, confined: sandbox.profile !== 'off' })

export type Acting = {
  readonly call: string
  readonly order: ShellOrder
  readonly policy: ShellPolicy
  readonly scope: Scope
}

/** Judged again in the moment of running: files may have come since the person was asked. */
export async function actOnCommand(acting: Acting, context: ShellContext): Promise<Result<ToolOutput>> {
  const { call, order, policy, scope } = acting
  const judgement = judgeOrder(order, policy, context)
  const isApproved = scope.approved === true
  if (judgement.level === 'ask' && !isApproved)
    return fail('confirmation_required', `Nobody has approved this command, and it ${judgement.says}.`)
  const located = context.workspace.locate(order.folder, 'read')
  if (!located.ok) return located
  const folder = located.value === '.' ? context.workspace.root : join(context.workspace.root, located.value)
  const isTrusted = isApproved || judgement.ruled
  const reach = reachOf(judgement, isTrusted)
  const looksOnly = reach === 'read' || reach === 'record'
  const surveying: Surveying = {
    workspace: context.workspace,
    reach: looksOnly ? 'read' : reach,
    someOnly: context.someOnly,
    someClosed: context.someClosed,
    readOnlyFolders: new Set(reach === 'open' ? [] : policy.settings.read_only_folders),
  }
  const run = (survey: Survey): Promise<Result<CommandEnd>> =>
    context.sandbox.run({
      command: order.command,
      confinement: confinementOf(survey, { folder, reach, policy, root: context.workspace.root }),
      limits: limitsOf(order, policy),
      signal: scope.signal,
      onOutput: scope.progress,
    })
  if (looksOnly) return readOnly(surveying, { run, context, acting, reach })
  const transaction: Transaction = {
    call,
    surveying,
    run,
    guarded: !isTrusted,
    policy,
    ownAct: scope.ownAct,
    limitMs: limitsOf(order, policy).timeoutMs,
    readOnlyFolders: [...surveying.readOnlyFolders],
    present: outcome => present(outcome, { context, acting }),
    whenRecorded: scope.whenRecorded,
  }
  return runInTransaction(transaction, context)
}

/** Approving code approves what it writes. */
function reachOf({ level }: CommandJudgement, isTrusted: boolean): Reach {
  if (level === 'read') return 'read'
  if (isTrusted) return 'open'
  return level === 'run' ? 'read' : level === 'record' ? 'record' : 'build'
}

type Presenting = { readonly context: ShellContext; readonly acting: Acting }
type ReadingRun = Presenting & { readonly run: (survey: Survey) => Promise<Result<CommandEnd>>; readonly reach: Reach }

async function readOnly(
  surveying: Surveying,
  { run, context, acting, reach }: ReadingRun,
): Promise<Result<ToolOutput>> {
  const survey = surveyWorkspace(surveying)
  if (survey.tooMany) return fail('sandbox_unavailable', TOO_MANY)
  if (reach === 'record') {
    const outcome = await recordWithGit({ root: context.workspace.root, place: context.place, survey, run })
    return outcome.ok ? present(outcome.value, { context, acting }) : outcome
  }
  const end = await run(survey)
  return end.ok ? present({ end: end.value, effects: { changes: [] } }, { context, acting }) : end
}

const TOO_MANY =
  'The workspace holds more files, or more closed files, than a sandbox can be built around. Open a smaller folder.'

/** A fault keeps the whole envelope in its detail, so that nothing is lost by the word for it. */
function present(
  { end, effects, fault: refused }: TransactionOutcome,
  { context, acting }: Presenting,
): Result<ToolOutput> {
  const room = Math.min(acting.policy.settings.max_output_chars, Math.floor(context.maxResultChars * 0.6))
  const envelope = envelopeOf(withoutRoot(end, context.workspace.root), room)
  const all: JsonObject = { sandbox: context.sandbox.profile, ...effects }
  const found: Fault | undefined =
    refused ?? faultOfEnd({ envelope, ending: end.ending, confined: context.sandbox.profile !== 'off' })
  if (!found) return { ok: true, value: envelopeOutput(envelope, all) }
  return { ok: false, error: fault(found.code, found.message, { ...found.detail, ...envelope, effects: all }) }
}

/** Output must not show where the workspace lies on this machine. */
function withoutRoot(end: CommandEnd, root: string): CommandEnd {
  const strip = (text: string): string => text.replaceAll(`${root}/`, '').replaceAll(root, '.')
  return {
    ...end,
    stdout: { ...end.stdout, text: strip(end.stdout.text) },
    stderr: { ...end.stderr, text: strip(end.stderr.text) },
  }
}

const MIB = 1024 * 1024

function limitsOf({ timeoutSecs }: ShellOrder, { settings }: ShellPolicy): SandboxLimits {
  return {
    processes: settings.max_processes,
    memoryBytes: settings.max_memory_mib * MIB,
    fileBytes: settings.max_file_mib * MIB,
    diskBytes: settings.max_disk_mib * MIB,
    files: settings.max_files,
    timeoutMs: Math.min(timeoutSecs ?? settings.timeout_secs, settings.timeout_secs) * 1_000,
    keptBytes: settings.max_output_chars * 4,
  }
}

type RunPlace = { readonly folder: string; readonly reach: Reach; readonly policy: ShellPolicy; readonly root: string }

const confinementOf = (survey: Survey, { folder, reach, policy, root }: RunPlace): Confinement => ({
  root,
  folder,
  reach,
  hiddenFolders: [...survey.hiddenFolders, ...survey.coveredFolders],
  hiddenFiles: [...survey.hiddenFiles, ...survey.coveredFiles],
  fixed: survey.fixed,
  anchored: survey.anchored,
  readable: policy.settings.readable,
})

/** What adding to the records never has to write: orders, what is packed, and names that are packed. */
const SETTLED: readonly string[] = ['objects/pack', 'objects/info', 'packed-refs']

const EFFECTS: JsonObject = {
  changes: [],
  undo: null,
  note: 'No file was changed. What git added to its own records can be taken back with git.',
}

type Recording = {
  readonly root: string
  /** Where commands take their turns. */
  readonly place: string
  readonly survey: Survey
  readonly run: (survey: Survey) => Promise<Result<CommandEnd>>
}

/** The files are read-only; in git's own folder everything is that it need not write. */
async function recordWithGit({ root, place, survey, run }: Recording): Promise<Result<TransactionOutcome>> {
  const lock = lockWorkspace(place)
  if (!lock.ok) return lock
  try {
    const git = join(root, '.git')
    const orders = GIT_ORDERS.map(name => join(git, name))
    const absent = orders.filter(path => !exists(path))
    const fixed = [...orders, ...SETTLED.map(name => join(git, name))].filter(path => isPlain(path))
    const end = await run({ ...survey, anchored: [git], fixed })
    if (!end.ok) return end
    const strange = absent.filter(exists)
    for (const path of strange) rmSync(path, { recursive: true, force: true })
    return succeed({
      end: end.value,
      effects: { ...EFFECTS, ...(strange.length > 0 && { removed_orders: strange.map(path => relative(root, path)) }) },
    })
  } finally {
    lock.value()
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
const isPlain = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false
