import { accessSync, constants, existsSync, lstatSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { CountersignError, FAULTS, type Fault, StorageFailure, fault, messageOf } from '../../../../core/index.ts'
import { type LedgerOptions, knownSize, readNewestEntries } from '../../../../ledger/index.ts'
import {
  type UnknownOutcome,
  listLeftCopies,
  locateLedger,
  shellPlace,
  unknownOutcomes,
} from '../../../../runtime/index.ts'
import { isWithin } from '../../find-workspace.ts'
import { quoted } from '../context-fix.ts'
import { broken, fine, warn } from './finding.ts'
import type { DoctorFinding } from '../../../http/shapes/setup.ts'

export type Places = { readonly state: string; readonly workspace: string; readonly userId: number | undefined }

/** Checks the state folder, the workspace folder, and the end of the log. */
export async function storageFindings(places: Places): Promise<readonly DoctorFinding[]> {
  return [
    ...stateFindings(places),
    workspaceFinding(places),
    ...spaceFindings(places),
    ...(await ledgerFindings(places)),
  ]
}

const ELSEWHERE = 'export COUNTERSIGN_STATE="$HOME/.local/state/countersign"'
const SECRETS = ['mac.key', 'signing.key']

function stateFindings({ state, workspace, userId }: Places): readonly DoctorFinding[] {
  const about = { group: 'storage', name: 'state' } as const
  if (isWithin(workspace, state))
    return [
      broken(
        { ...about, says: `${state} is inside the workspace, where tools could change keys and grants.` },
        ELSEWHERE,
      ),
    ]
  if (!existsSync(state))
    return [fine({ ...about, says: `${state} will be created when it is first needed, readable by you only.` })]
  const problems = [
    whatIsWrong(state, { isFolder: true, mode: 0o700, userId }),
    ...SECRETS.map(name => join(state, name))
      .filter(path => existsSync(path))
      .map(path => whatIsWrong(path, { isFolder: false, mode: 0o600, userId })),
  ].filter(problem => problem !== undefined)
  if (problems.length === 0) return [fine({ ...about, says: `${state} is private to you.` })]
  return problems.map(({ says, fix }) => broken({ ...about, says }, fix))
}

type FileRule = { readonly isFolder: boolean; readonly mode: number; readonly userId: number | undefined }

function whatIsWrong(
  path: string,
  { isFolder, mode, userId }: FileRule,
): { readonly says: string; readonly fix: string } | undefined {
  const stat = lstatSync(path)
  const isRight = isFolder ? stat.isDirectory() : stat.isFile()
  if (!isRight)
    return { says: `${path} is not a plain ${isFolder ? 'folder' : 'file'}.`, fix: `ls -ld ${quoted(path)}` }
  if (userId !== undefined && stat.uid !== userId)
    return { says: `${path} belongs to another user.`, fix: `sudo chown -R "$(id -u)" ${quoted(path)}` }
  const isOpen = userId !== undefined && (stat.mode & 0o077) !== 0
  return isOpen
    ? { says: `${path} is accessible to other users.`, fix: `chmod ${mode.toString(8)} ${quoted(path)}` }
    : undefined
}

function workspaceFinding({ workspace }: Places): DoctorFinding {
  const about = { group: 'storage', name: 'workspace' } as const
  try {
    accessSync(workspace, constants.R_OK | constants.W_OK | constants.X_OK)
    return fine({ ...about, says: `${workspace} can be read and written.` })
  } catch (thrown) {
    return broken(
      { ...about, says: `${workspace} cannot be used: ${messageOf(thrown)}` },
      `ls -ld ${quoted(workspace)}`,
    )
  }
}

const LEAST_FREE = 1_048_576 // bytes: less than a turn, its records and a checkpoint may need

/** Disks without room: nothing runs there that cannot be recorded. */
function spaceFindings({ state, workspace }: Places): readonly DoctorFinding[] {
  return [workspace, state]
    .filter(path => existsSync(path))
    .flatMap(path => {
      const { bavail, blocks, bsize } = statfsSync(path)
      const free = bavail * bsize
      if (blocks === 0 || free >= LEAST_FREE) return []
      const kib = Math.floor(free / 1_024)
      const says = `The disk of ${path} is full: ${kib} KiB are free. Nothing runs that cannot be recorded.`
      return [broken({ group: 'storage', name: 'disk', says }, `df -h ${quoted(path)}`)]
    })
}

const VERIFY = 'countersign ledger verify'

const ABOUT_LOG = { group: 'storage', name: 'log' } as const

/** Checks only the last line of the log, and the calls that never ended; `ledger verify` checks all of it. */
async function ledgerFindings({ state, workspace }: Places): Promise<readonly DoctorFinding[]> {
  if (!existsSync(join(workspace, '.control-room', 'audit', 'log')))
    return [fine({ ...ABOUT_LOG, says: 'There is no log here yet.' })]
  try {
    const place = await locateLedger({ root: workspace, state })
    if (!place.ok) return [broken({ ...ABOUT_LOG, says: inWords(place.error) }, VERIFY)]
    const { ledger, own } = place.value
    try {
      const unknown = unknownFindings(await unknownOutcomes({ ledger, root: workspace, own }))
      return [endFinding(ledger), ...unknown, ...copiesFindings(own)]
    } finally {
      ledger.index.close()
      ledger.disk.close()
    }
  } catch (thrown) {
    return [broken({ ...ABOUT_LOG, says: inWords(faultOf(thrown)) }, VERIFY)]
  }
}

function endFinding(ledger: LedgerOptions): DoctorFinding {
  const newest = readNewestEntries(ledger, 1)
  if (!newest.ok) return broken({ ...ABOUT_LOG, says: inWords(newest.error) }, 'countersign ledger accept')
  const [last, size] = [newest.value.entries.at(-1)?.seq ?? 0, knownSize(ledger)]
  if (last < size)
    return broken(
      { ...ABOUT_LOG, says: `The log was cut: it ends at entry ${last}, but ${size} were written.` },
      VERIFY,
    )
  return fine({ ...ABOUT_LOG, says: `${last} entries; the last one is intact. To check them all: ${VERIFY}` })
}

const MAX_UNKNOWN = 10

/** What is kept of files from before commands whose end is not settled. */
const copiesFindings = (own: string): readonly DoctorFinding[] =>
  listLeftCopies(shellPlace(own)).map(({ id, folder, call, startedAt, bytes, inUse }) => {
    const about = { group: 'storage', name: 'copies' } as const
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`
    const which = `${size} in ${folder} are the files from before a command (${call}, ${startedAt})`
    return inUse
      ? fine({ ...about, says: `${which}. The process that made them still runs and may need them.` })
      : warn({ ...about, says: `${which} that was interrupted or could not be taken back.` }, `${DROP} ${id}`)
  })

const DROP = 'countersign doctor --drop-copies'

/** Calls that began and whose end was never recorded, as after a crash. */
function unknownFindings(unknown: readonly UnknownOutcome[]): readonly DoctorFinding[] {
  const about = { group: 'storage', name: 'unknown' } as const
  const shown = unknown.slice(0, MAX_UNKNOWN).map(({ at, session_id, tool, summary, look, command }) => {
    const says = `${tool} (${summary}) began at ${at} in session ${session_id}, and its end was never recorded.`
    return warn({ ...about, says: `${says} ${look}` }, command)
  })
  const more = unknown.length - shown.length
  return more === 0 ? shown : [...shown, warn({ ...about, says: `${more} more calls like these.` }, VERIFY)]
}

const inWords = ({ code, message }: Fault): string => `${message} ${FAULTS[code].meaning}`

function faultOf(thrown: unknown): Fault {
  if (thrown instanceof StorageFailure) return thrown.fault
  return thrown instanceof CountersignError
    ? fault(thrown.code, thrown.message)
    : fault('ledger_unavailable', messageOf(thrown))
}
