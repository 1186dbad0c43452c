import { isUtf8 } from 'node:buffer'
import { textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type FileLine, readLines } from './read-log.ts'
import { type Entry, membersOf } from './entry.ts'
import type { Finding } from './finding.ts'
import { type QuickLine, permissionIn } from './quick-line.ts'
import { RECEIPT_KEY, RECEIPT_START } from './receipt.ts'
import { viewFiles, viewsOf } from './views.ts'

type OpenView = { readonly lines: Iterator<FileLine>; line: number; findings: Finding[]; session: string | null }

/** A line of the log with its number; beyond what was noted it may be that of a process that died. */
type LogLine = { readonly line: string; readonly number: number; readonly isNoted: boolean }

/** Reads the files that are made from the log beside it, line for line. */
export class ViewChecker {
  readonly #disk: Disk
  readonly #open = new Map<string, OpenView>()

  constructor(disk: Disk) {
    this.#disk = disk
  }

  /** `line` is the entry as it stands in the log. */
  expect(entry: Entry, { line, number, isNoted }: LogLine): void {
    for (const member of viewsOf(entry)) {
      const view = this.#view(member.file)
      if (member.member === 'receipt') view.session = textOf(member.value['session_id'])
      if (view.findings.length > 0) continue // after the first difference everything is shifted
      const actual = view.lines.next()
      // A process that died between the log and this file left the rest to whoever opens the log next.
      if (!isNoted && (actual.done === true || !actual.value.complete)) continue
      view.line += 1
      const text = actual.done === true ? 'missing' : actual.value.bytes.toString()
      const isWhole =
        actual.done !== true && actual.value.complete && (!text.includes(REPLACED) || isUtf8(actual.value.bytes))
      const isSame =
        isWhole &&
        (standsIn(line, { text, member: member.member, at: entry.at }) ||
          text === membersOf({ view: member.value })?.get('view'))
      if (!isSame) view.findings.push(difference({ file: member.file, view, logLine: number, text }))
    }
  }

  /** The same for a line that was not parsed. False as soon as something is not plain to see; then everything is looked at again, slowly. */
  expectQuickly(line: LineText, { at, views }: QuickLine): boolean {
    return views.every(({ file, member }) => {
      const actual = this.#view(file).lines.next()
      if (actual.done === true || !actual.value.complete) return false
      const { bytes } = actual.value
      // In a line of plain ASCII places of bytes and of characters are the same, so nothing need be decoded to be compared.
      const isAscii = line.text.length === line.bytes.length
      if (isAscii && member !== 'permission')
        return isAt(placeOf(line.text, { member, at, length: bytes.length }), bytes, line.bytes)
      const text = bytes.toString()
      if (text.includes(REPLACED)) return false
      return member === 'permission' ? text === permissionIn(line.text) : standsIn(line.text, { text, member, at })
    })
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

/** A line of the log, read and as it is stored. */
export type LineText = { readonly text: string; readonly bytes: Buffer }

function isAt(place: number | undefined, part: Buffer, whole: Buffer): boolean {
  const isInside = place !== undefined && place >= 0 && place + part.length <= whole.length
  return isInside && whole.compare(part, 0, part.length, place, place + part.length) === 0
}

type Stored = { readonly text: string; readonly member: string; readonly at: string }

/** Is the text the very member that stands in the line? Where this cannot tell, it says no. */
function standsIn(line: string, { text, member, at }: Stored): boolean {
  const place = placeOf(line, { member, at, length: text.length })
  return place !== undefined && line.startsWith(text, place)
}

type Wanted = { readonly member: string; readonly at: string; readonly length: number }

/**
 * Where a member of this length must stand in the line. Said without writing the member out again: a receipt is the last thing in the
 * body, and an audit line that begins the body ends with the time of the entry. Undefined where this cannot tell.
 */
function placeOf(line: string, { member, at, length }: Wanted): number | undefined {
  if (member === 'receipt') {
    const start = line.lastIndexOf('},"mac":"') - length - RECEIPT_KEY.length
    // The first place that looks like a receipt: arguments that look like one come earlier, and then this cannot tell.
    return line.indexOf(RECEIPT_START) === start ? start + RECEIPT_KEY.length : undefined
  }
  if (member !== 'audit') return undefined
  const start = `${BODY_START}${at}","body":{"audit":`
  const facts = line.indexOf(FACTS_START)
  // The only place that looks like the facts: where arguments look like them, too, this cannot tell.
  const isOnly = facts === line.lastIndexOf(FACTS_START)
  return isOnly && facts === start.length + length && line.startsWith(start) ? start.length : undefined
}

const REPLACED = '\uFFFD' // what bytes become that are no characters
const BODY_START = '{"at":"'
const FACTS_START = ',"facts":{'

type Difference = { readonly file: string; readonly view: OpenView; readonly logLine: number; readonly text: string }

function difference({ file, view, logLine, text }: Difference): Finding {
  const expected = `what line ${logLine} of the log says`
  return { session: view.session, file, line: view.line, check: 'view', expected, actual: text.slice(0, 120) }
}
