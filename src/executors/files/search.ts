import {
  type FolderEntry,
  type FileContent,
  type Matches,
  type Result,
  type Scope,
  fail,
  succeed,
} from '../../core/index.ts'
import { numberArgument, textArgument } from './argument.ts'
import type { FileAct, FileBench } from './file-act.ts'
import { readGlob } from './glob-filter.ts'
import { type NearNames, createNearNames } from './near-names.ts'
import { suggestNames } from './not-found.ts'
import { type Pace, createPace } from './pace.ts'
import { type Query, readQuery } from './query.ts'
import { assessReading } from './reading.ts'
import { type Findings, createFindings } from './findings.ts'
import { bufferOf, isTextFile } from './text-file.ts'

const MAX_FILES = 100_000
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024
const MAX_SEARCHED_BYTES = 5 * 1024 * 1024 // a larger file is data, not something a person wrote
const MAX_SEARCHED_LINE = 20_000
const WORK_PER_FILE = 4_096 // in characters, as Pace counts

type Hunt = {
  readonly query: Query
  readonly matches: Matches
  readonly entries: Iterable<FolderEntry>
  readonly near: NearNames
  readonly findings: Findings
  readonly pace: Pace
}

export function createSearchAct({ workspace, settings }: FileBench): FileAct {
  return {
    use: 'read',
    caps: ['max_results'],
    assess: call => assessReading(workspace, 'searches', textArgument(call.args, 'path') ?? '.'),
    async run({ args }, scope) {
      const path = textArgument(args, 'path') ?? '.'
      const query = readQuery(args)
      if (!query.ok) return query
      const entries = findEntries(path, scope)
      if (!entries.ok) return { ok: false, error: suggestNames(workspace, path, entries.error) }
      const folder = workspace.locate(path, 'read')
      const matches = readGlob(textArgument(args, 'glob'), folder.ok ? folder.value : path)
      if (!matches.ok) return matches
      const findings = createFindings(
        Math.min(numberArgument(args, 'max_results') ?? settings.max_results, settings.max_results),
      )
      const near = createNearNames(textArgument(args, 'query') ?? '')
      const hunt = {
        query: query.value,
        matches: matches.value,
        entries: entries.value,
        near,
        findings,
        pace: createPace(scope.signal),
      }
      if (!(await searchAll(hunt))) return fail('tool_cancelled', 'The search was stopped.')
      return succeed(findings.output(near.best()))
    },
  }

  function findEntries(path: string, { signal }: Scope): Result<Iterable<FolderEntry>> {
    const entry = workspace.look(path)
    if (!entry.ok) return entry
    if (entry.value.kind === 'file') return succeed([entry.value])
    return workspace.walk(path, { signal, skip: name => settings.skip_folders.includes(name) })
  }

  /** False when it was stopped. */
  async function searchAll(hunt: Hunt): Promise<boolean> {
    const { entries, matches, findings, near, query, pace } = hunt
    let [files, bytes] = [0, 0]
    for (const entry of entries) {
      const going = pace.spend(WORK_PER_FILE)
      if (going !== true && !(await going)) return false
      if (entry.kind !== 'file' || entry.leadsTo !== undefined || !matches(entry.path)) continue
      if (++files > MAX_FILES || (bytes += entry.bytes) > MAX_TOTAL_BYTES) return findings.stop()
      near.consider(entry.path)
      if (query.find(entry.path) >= 0) findings.addName(entry.path)
      if (!(await searchOne(entry, hunt))) return false
      if (findings.full()) return true
    }
    return true
  }

  async function searchOne(entry: FolderEntry, hunt: Hunt): Promise<boolean> {
    if (entry.bytes > MAX_SEARCHED_BYTES) return hunt.findings.pass('large')
    const file = workspace.read(entry.path, { maxBytes: MAX_SEARCHED_BYTES })
    if (!file.ok) return hunt.findings.pass('unreadable')
    if (!isTextFile(file.value.bytes)) return hunt.findings.pass('binary')
    return searchLines(file.value, hunt)
  }
}

async function searchLines(file: FileContent, { query, findings, pace }: Hunt): Promise<boolean> {
  const text = bufferOf(file.bytes).toString('utf8')
  if (!query.mayStandIn(text)) return true
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const going = pace.spend(line.length)
    if (going !== true && !(await going)) return false
    if (line.length > MAX_SEARCHED_LINE) findings.pass('long line')
    const at = query.find(line.length > MAX_SEARCHED_LINE ? line.slice(0, MAX_SEARCHED_LINE) : line)
    if (at >= 0) findings.addLine(file, { number: index + 1, text: line, at })
    if (findings.full()) return true
  }
  return true
}
