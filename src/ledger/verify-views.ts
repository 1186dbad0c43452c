import { isUtf8 } from 'node:buffer'
import { type JsonObject, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type FileLine, readLines } from './read-log.ts'
import { type Entry, membersOf } from './entry.ts'
import type { Finding } from './finding.ts'
import { viewFiles, viewsOf } from './views.ts'

type OpenView = { readonly lines: Iterator<FileLine>; line: number; findings: Finding[]; session: string | null }

/** Which line of the log; beyond what was noted it may be that of a process that died. */
type LineNumber = { readonly number: number; readonly isNoted: boolean }

/** Reads the files that are made from the log beside it, line for line. */
export class ViewChecker {
  readonly #disk: Disk
  readonly #open = new Map<string, OpenView>()

  constructor(disk: Disk) {
    this.#disk = disk
  }

  expect(entry: Entry, { number, isNoted }: LineNumber): void {
    for (const member of viewsOf(entry)) {
      const view = this.#view(member.file)
      if (member.member === 'receipt') view.session = textOf(member.value['session_id'])
      if (view.findings.length > 0) continue // after the first difference everything is shifted
      const actual = view.lines.next()
      // A process that died between the log and this file left the rest to whoever opens the log next.
      if (!isNoted && (actual.done === true || !actual.value.complete)) continue
      view.line += 1
      const text = actual.done === true ? 'missing' : actual.value.bytes.toString()
      const isWhole = actual.done !== true && actual.value.complete && isUtf8(actual.value.bytes)
      const isSame = isWhole && isWrittenForm(text, member.value)
      if (!isSame) view.findings.push(difference({ file: member.file, view, logLine: number, text }))
    }
  }

  /** What is left over, and files that no entry speaks of. */
  end(): readonly Finding[] {
    const known = [...this.#open.entries()].flatMap(([file, view]) => [...view.findings, ...this.#leftover(file, view)])
    return [...known, ...this.#strangers()]
  }

  #view(file: string): OpenView {
    const known = this.#open.get(file)
    if (known) return known
    const view: OpenView = { lines: readLines(this.#disk, file), line: 0, findings: [], session: null }
    this.#open.set(file, view)
    return view
  }

  #leftover(file: string, view: OpenView): readonly Finding[] {
    if (view.findings.length > 0) return []
    const next = view.lines.next()
    if (next.done === true) return []
    const { session, line } = view
    return [
      {
        session,
        file,
        line: line + 1,
        check: 'view',
        expected: 'no more lines',
        actual: next.value.bytes.toString().slice(0, 120),
      },
    ]
  }

  #strangers(): readonly Finding[] {
    const files = viewFiles(this.#disk).filter(file => !this.#open.has(file) && (this.#disk.size(file) ?? 0) > 0)
    const expected = 'no such lines in the log'
    return files.map(file => ({
      session: null,
      file,
      line: 1,
      check: 'view',
      expected,
      actual: 'a file that the log knows nothing of',
    }))
  }
}

/**
 * What we wrote is in canonical order when it is read, so the plain form is tried first: it takes a tenth of the time.
 */
const isWrittenForm = (text: string, value: JsonObject): boolean =>
  text === JSON.stringify(value) || text === membersOf({ value })?.get('value')

type Difference = { readonly file: string; readonly view: OpenView; readonly logLine: number; readonly text: string }

function difference({ file, view, logLine, text }: Difference): Finding {
  const expected = `what line ${logLine} of the log says`
  return { session: view.session, file, line: view.line, check: 'view', expected, actual: text.slice(0, 120) }
}
