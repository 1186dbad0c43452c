/** Streams the prose of a reply. What may begin a call is held back, with everything after it. */
export type ProseGate = {
  /** What may be shown now; the rest is known when the reply is read as a whole. */
  readonly write: (chunk: string) => string
}

const OPENING = /[{[]|<[A-Za-z/|｜]|```|>>>|\bto=|\bfunctools\b|(?<=[.!?])[Aa]ction:/
const UNDECIDED = /(?:<|>{1,2}|`{1,2}|[\w.\\-]+)$/ // may still become a tag, a fence or a tool's name
const GLUED_NAME = /[\w\\-]+$/ // right before a bracket
const NAME_LINE = /(^|\n)[^\S\n]*[\w.:\\-]+\s*$/ // alone on its line, before a bracket on the next
const CALL_LINE = /^[\s*_#>-]*(?:action|tool|function|call|name|invoke)\w*\b/i
const LINE_HEAD = 40

/** Not exact, and need not be: what it keeps back for nothing only comes a little later. */
export function createProseGate(toolNames: readonly string[]): ProseGate {
  const names = toolNames.length === 0 ? undefined : new RegExp(toolNames.map(namePattern).join('|'), 'i')
  let held = ''
  let line = '' // the beginning of the line that is under way
  let isClosed = false
  return {
    write(chunk) {
      if (isClosed) return ''
      held += chunk
      const stop = firstStop(held, line, names)
      isClosed = stop >= 0
      const end = isClosed ? stop : held.length
      const shown = withoutName(held.slice(0, end), { line, next: held.charAt(end) })
      held = isClosed ? '' : held.slice(shown.length)
      line = lineAfter(line, shown)
      return shown
    },
  }
}

type Around = { readonly line: string; readonly next: string }

/** Without the word that may be the name of a tool, if its arguments follow or may still follow. */
function withoutName(text: string, { line, next }: Around): string {
  const leads = next === '' || next === '{' || next === '['
  const [found, start] = (leads ? NAME_LINE.exec(text) : null) ?? []
  if (found !== undefined && (start === '\n' || line === '')) return text.slice(0, -found.length)
  return next === '' ? text.replace(UNDECIDED, '') : leads ? text.replace(GLUED_NAME, '') : text
}

/** Names are found whatever separates their words. */
const namePattern = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .map(word => word.replace(/[^\w]/g, String.raw`\$&`))
    .join(String.raw`[\s._\\-]*`)

function firstStop(held: string, line: string, names: RegExp | undefined): number {
  const stops = [OPENING.exec(held)?.index ?? -1, names?.exec(held)?.index ?? -1, callLine(held, line)].filter(
    at => at >= 0,
  )
  return stops.length === 0 ? -1 : Math.min(...stops)
}

/** Where a line begins that announces a call. */
function callLine(held: string, line: string): number {
  let start = 0
  let head = line
  for (const text of held.split('\n')) {
    if (head.length < LINE_HEAD && CALL_LINE.test(head + text)) return start
    start += text.length + 1
    head = ''
  }
  return -1
}

function lineAfter(line: string, shown: string): string {
  const last = shown.lastIndexOf('\n')
  return (last < 0 ? line + shown : shown.slice(last + 1)).slice(0, LINE_HEAD)
}
