import { type Dirent, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonList, isJsonObject, parseJsonText, textOf } from '../core/index.ts'

const MOST_ISSUES = 500 // folders that are looked into
const MAX_BYTES = 1_048_576

/** The issues to which a receipt was linked, as far as they can be read: they are notes, and no proof rests on them. */
export function linkedIssues(audit: string, receipt: string): readonly string[] {
  const folders = foldersIn(join(audit, 'issues')).slice(0, MOST_ISSUES)
  return [...new Set(folders.flatMap(folder => issuesIn(join(audit, 'issues', folder, 'sessions.jsonl'), receipt)))]
}

/** Links to folders are passed over; they could lead anywhere. */
function foldersIn(path: string): readonly string[] {
  try {
    if (!lstatSync(path).isDirectory()) return []
    const found: readonly Dirent[] = readdirSync(path, { withFileTypes: true })
    return found.filter(entry => entry.isDirectory()).map(({ name }) => name)
  } catch {
    return []
  }
}

function issuesIn(file: string, receipt: string): readonly string[] {
  return linesOf(file).flatMap(line => {
    const link = parseJsonText(line)
    const isAbout = isJsonObject(link) && isJsonList(link['receipts']) && link['receipts'].includes(receipt)
    return isAbout ? [textOf(link['issue_id'])] : []
  })
}

function linesOf(file: string): readonly string[] {
  try {
    const { size } = lstatSync(file)
    const isOurs = lstatSync(file).isFile() && size <= MAX_BYTES
    return isOurs ? readFileSync(file, 'utf8').split('\n') : []
  } catch {
    return []
  }
}
