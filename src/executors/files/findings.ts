import type { FileContent, SourceRef, ToolOutput } from '../../core/index.ts'
import { showName } from './show-name.ts'

const SHOWN_BEFORE = 80
const SHOWN_AFTER = 220

type FoundLine = { readonly number: number; readonly text: string; readonly at: number }
type Passed = 'binary' | 'large' | 'unreadable' | 'long line'

/** What a search has found so far, and what it left out. The last two answer "go on?". */
export type Findings = {
  readonly addName: (path: string) => void
  readonly addLine: (file: FileContent, line: FoundLine) => void
  readonly full: () => boolean
  readonly pass: (because: Passed) => true
  readonly stop: () => true
  readonly output: (near: readonly string[]) => ToolOutput
}

type SearchMatch = { readonly path: string; readonly line: number | null; readonly text: string }

/** One more than is shown is looked for, to know whether there are more. */
export function createFindings(limit: number): Findings {
  const found: SearchMatch[] = []
  const sources = new Map<string, SourceRef>()
  const passed = new Map<Passed, number>()
  let stopped = false
  return {
    full: () => found.length > limit,
    addName: path => void found.push({ path, line: null, text: 'the name matches' }),
    addLine(file, { number, text, at }) {
      found.push({ path: file.path, line: number, text: excerpt(text, at) })
      const first = sources.get(file.path)?.lines?.[0] ?? number
      if (found.length <= limit)
        sources.set(file.path, { path: file.path, lines: [first, number], sha256: file.sha256 })
    },
    pass(because) {
      passed.set(because, (passed.get(because) ?? 0) + 1)
      return true
    },
    stop: () => (stopped = true),
    output(near) {
      const shown = found.slice(0, limit)
      const remaining = found.length - shown.length
      const guidance = found.length === 0 ? guide(near) : undefined
      const marks = [
        ...(guidance === undefined ? [] : [guidance]),
        ...marksOf({ shown: shown.length, remaining, stopped }),
        ...passedOver(passed),
      ]
      return {
        text: [...shown.map(foundLine), ...marks].join('\n'),
        data: {
          results: shown.map(each => ({ ...each })),
          results_shown: shown.length,
          has_more: remaining > 0 || stopped,
          ...(guidance !== undefined && { guidance }),
        },
        sources: [...sources.values()],
        page: { shown: shown.length, remaining },
      }
    },
  }
}

const foundLine = ({ path, line, text }: SearchMatch): string =>
  line === null ? `${showName(path)}: ${text}` : `${showName(path)}:${line}: ${text}`

/** The place itself with some of what stands around it. */
function excerpt(line: string, at: number): string {
  const from = at > SHOWN_BEFORE ? at - SHOWN_BEFORE : 0
  const to = from === 0 ? SHOWN_BEFORE + SHOWN_AFTER : at + SHOWN_AFTER
  const cut = line.slice(from, to).replace(/\r$/, '').toWellFormed()
  return `${from > 0 ? '[…] ' : ''}${cut}${line.length > to ? ' […]' : ''}`
}

type SearchBounds = { readonly shown: number; readonly remaining: number; readonly stopped: boolean }

function marksOf({ shown, remaining, stopped }: SearchBounds): readonly string[] {
  return [
    ...(remaining > 0
      ? [`[${shown} results shown; there are more. Search for something narrower, in a folder, or with a glob]`]
      : []),
    ...(stopped ? ['[stopped before everything was searched; search in a folder, or with a glob]'] : []),
  ]
}

const PASSED_WORDS: Readonly<Record<Passed, string>> = {
  binary: 'files that are not text',
  large: 'files that are too large',
  unreadable: 'files that could not be read',
  'long line': 'very long lines beyond their beginning',
}

function passedOver(passed: ReadonlyMap<Passed, number>): readonly string[] {
  const words = [...passed].map(([because, count]) => `${count} ${PASSED_WORDS[because]}`)
  return words.length === 0 ? [] : [`[not searched: ${words.join(', ')}]`]
}

function guide(near: readonly string[]): string {
  const names = near.length === 0 ? '' : ` Files with a similar name: ${near.map(showName).join(', ')}.`
  const advice = 'Try another spelling or a shorter word, a broader glob or no glob, or file_list to see what is there.'
  return `[nothing found. ${advice}${names}]`
}
