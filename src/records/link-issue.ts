import { appendFileSync, lstatSync, mkdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { type Result, causeOf, fail, sha256, succeed } from '../core/index.ts'

export type IssueLink = {
  readonly issue: string
  readonly session: string
  readonly receipts: readonly string[]
  readonly at: string
}

const MAX_ID = 200
const MAX_SEGMENT = 80

/** Links a session's receipts to an issue, once, in the issue's audit folder. Returns the file, relative to `audit`. */
export function linkIssue(audit: string, { issue, session, receipts, at }: IssueLink): Result<string> {
  if (issue === '' || issue.length > MAX_ID || !issue.isWellFormed())
    return fail('usage_invalid', `An issue id has 1 to ${MAX_ID} characters.`)
  const folder = join('issues', segmentOf(issue))
  const file = join(folder, 'sessions.jsonl')
  try {
    for (const part of ['issues', folder]) makeRealFolder(join(audit, part))
    const line = JSON.stringify({ issue_id: issue, session_id: session, receipts })
    if (!linksIn(join(audit, file)).some(known => known.includes(line.slice(0, -1))))
      appendWhole(join(audit, file), `${line.slice(0, -1)},"at":"${at}"}\n`)
    return succeed(file)
  } catch (thrown) {
    return fail('storage_unavailable', `The link cannot be written: ${causeOf(thrown)}.`)
  }
}

/** All of the line, or nothing of it. */
function appendWhole(path: string, line: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  try {
    appendFileSync(path, line)
  } catch (thrown) {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > size) truncateSync(path, size)
    throw thrown
  }
}

/** A link in the place of a folder would lead what we write out of the workspace. */
function makeRealFolder(path: string): void {
  mkdirSync(path, { recursive: true })
  if (!lstatSync(path).isDirectory()) throw new Error(`${path} is not a folder`)
}

function linksIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** An id as a folder name. Characters with a meaning in paths are replaced; part of the hash keeps names apart. */
function segmentOf(id: string): string {
  const safe = id.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_SEGMENT)
  return safe === id ? id : `${safe}-${sha256(id).slice(0, 8)}`
}
