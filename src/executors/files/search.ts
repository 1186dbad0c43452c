import { createRequire } from 'node:module'
import type * as re2js from 're2js'
import {
  type FileContent,
  type FolderEntry,
  type JsonObject,
  type Matches,
  type Result,
  type Scope,
  fail,
  succeed,
} from '../../core/index.ts'
import { flagArgument, numberArgument, textArgument } from './argument.ts'
import type { FileAct, FileContext } from './file-act.ts'
import { readGlob } from './glob-filter.ts'
import { type NearNames, createNearNames } from './near-names.ts'
import { suggestNames } from './not-found.ts'
import { type Pace, createPace } from './pace.ts'
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

export function createSearchAct({ workspace, settings }: FileContext): FileAct {
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

type Query = {
  /** Where in a line it stands, or -1. */
  readonly find: (line: string) => number
  /** False when no line of the text can hold it, so that most files need not be taken apart. */
  readonly mayStandIn: (text: string) => boolean
}

// Loaded when the first expression is searched for, so that importing this folder stays cheap.
const load: (name: 're2js') => typeof re2js = createRequire(import.meta.url)

const MAX_PROGRAM = 2_000 // steps per character are bounded by it; ordinary expressions have a few dozen

function readQuery(args: JsonObject): Result<Query> {
  const query = textArgument(args, 'query') ?? ''
  const caseSensitive = flagArgument(args, 'case_sensitive')
  if (/[\r\n]/.test(query))
    return fail('tool_call_invalid_args', '"query" holds a line break. Search for a part of one line.')
  return flagArgument(args, 'regex') ? readExpression(query, caseSensitive) : succeed(readLiteral(query, caseSensitive))
}

function readLiteral(query: string, caseSensitive: boolean): Query {
  if (caseSensitive) return { find: line => line.indexOf(query), mayStandIn: text => text.includes(query) }
  const folded = query.toLowerCase()
  return { find: line => line.toLowerCase().indexOf(folded), mayStandIn: text => text.toLowerCase().includes(folded) }
}

/** RE2 takes linear time, whatever the expression is; it knows no look-around and no references back. */
function readExpression(source: string, caseSensitive: boolean): Result<Query> {
  const { RE2JS } = load('re2js')
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(source), caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    if (expression.programSize() > MAX_PROGRAM)
      return fail('tool_call_invalid_args', '"query" is too large an expression. Repeat less.')
    return succeed({
      mayStandIn: () => true,
      find(line) {
        if (!expression.test(line)) return -1
        const matcher = expression.matcher(line)
        return matcher.find() ? matcher.start() : -1
      },
    })
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unreadable'
    return fail(
      'tool_call_invalid_args',
      `"query" is no expression that can be searched for (${reason}). Use plain text or simpler syntax.`,
    )
  }
}
