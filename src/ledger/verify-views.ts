import { type JsonObject, canonicalJson, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type FileLine, readLines } from './read-log.ts'
import type { Finding } from './finding.ts'
import { type ViewLine, viewFiles } from './views.ts'

type OpenView = { readonly lines: Iterator<FileLine>; line: number; findings: Finding[]; session: string | null }

/** Reads the files that are made from the log beside it, line for line. */
export class ViewChecker {
  readonly #disk: Disk
  readonly #open = new Map<string, OpenView>()

  constructor(disk: Disk) {
    this.#disk = disk
  }

  expect(lines: readonly ViewLine[], logLine: number): void {
    for (const { file, value } of lines) {
      const view = this.#view(file)
      if (file.startsWith('sessions/')) view.session = textOf(value['session_id'])
      if (view.findings.length > 0) continue // after the first difference everything is shifted
      view.line += 1
      const actual = view.lines.next()
      const text = actual.done === true ? 'missing' : actual.value.bytes.toString()
      if (!isSame(text, value)) view.findings.push(difference({ file, view, logLine, text }))
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
    return [{ session, file, line: line + 1, check: 'view', expected: 'no more lines', actual: next.value.bytes.toString().slice(0, 120) }]
  }

  #strangers(): readonly Finding[] {
    const files = viewFiles(this.#disk).filter(file => !this.#open.has(file) && (this.#disk.size(file) ?? 0) > 0)
    const expected = 'no such lines in the log'
    return files.map(file => ({ session: null, file, line: 1, check: 'view', expected, actual: 'a file that the log knows nothing of' }))
  }
}

/** Stored lines are canonical, and so is what JSON.stringify makes of a parsed line unless a key looks like a number. */
const isSame = (text: string, value: JsonObject): boolean => text === JSON.stringify(value) || text === canonicalJson(value)

type Difference = { readonly file: string; readonly view: OpenView; readonly logLine: number; readonly text: string }

function difference({ file, view, logLine, text }: Difference): Finding {
  const expected = `what line ${logLine} of the log says`
  return { session: view.session, file, line: view.line, check: 'view', expected, actual: text.slice(0, 120) }
}
