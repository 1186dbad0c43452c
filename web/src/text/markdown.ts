/** Parses the Markdown that answers use. Anything else stays text; there is no raw HTML and there are no images. */
export type Block =
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly (readonly Block[])[]
    }
  | { readonly kind: 'rule' }
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly host: string; readonly text: string }
  | { readonly kind: 'break' }

const MAX_DEPTH = 6

export const parseMarkdown = (text: string): readonly Block[] =>
  blocksOf(text.replaceAll(/\r\n?/g, '\n').split('\n'), 0)

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/
const HEADING = /^ {0,3}(#{1,6})\s+(\S.*)$/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4})(?=\S)/
const QUOTE = /^ {0,3}> ?/
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/

function blocksOf(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  const close = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', content: parseInline(paragraph.join('\n')) })
    paragraph = []
  }
  for (let at = 0; at < lines.length;) {
    const special = blockAt(lines, at, depth)
    if (special === null) {
      const line = lines[at] ?? ''
      if (line.trim() === '') close()
      else paragraph.push(line.trim())
      at++
      continue
    }
    close()
    blocks.push(special.block)
    at = special.next
  }
  close()
  return blocks
}

type ParsedBlock = { readonly block: Block; readonly next: number }

function blockAt(lines: readonly string[], at: number, depth: number): ParsedBlock | null {
  const line = lines[at] ?? ''
  const fence = FENCE.exec(line)
  if (fence) return codeAt(lines, at, fence)
  const heading = HEADING.exec(line)
  if (heading)
    return {
      block: {
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        content: parseInline((heading[2] ?? '').replace(/\s#+\s*$/, '')),
      },
      next: at + 1,
    }
  if (RULE.test(line)) return { block: { kind: 'rule' }, next: at + 1 }
  if (depth >= MAX_DEPTH) return null
  if (QUOTE.test(line)) return quoteAt(lines, at, depth)
  return ITEM.test(line) ? listAt(lines, at, depth) : null
}

function codeAt(lines: readonly string[], at: number, fence: RegExpExecArray): ParsedBlock {
  const mark = fence[1] ?? '```'
  let end = at + 1
  while (end < lines.length && !closes(lines[end] ?? '', mark)) end++
  return { block: { kind: 'code', language: fence[2] ?? '', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 }
}

const closes = (line: string, mark: string): boolean =>
  line.trimStart().startsWith(mark) && line.trim().replaceAll(mark[0] ?? '', '') === ''

function quoteAt(lines: readonly string[], at: number, depth: number): ParsedBlock {
  let end = at
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) end++
  const inner = lines.slice(at, end).map(line => line.replace(QUOTE, ''))
  return { block: { kind: 'quote', blocks: blocksOf(inner, depth + 1) }, next: end }
}

function listAt(lines: readonly string[], at: number, depth: number): ParsedBlock {
  const first = ITEM.exec(lines[at] ?? '')?.[2] ?? '-'
  const isOrdered = /\d/.test(first)
  const items: string[][] = []
  let indent = 0
  let end = at
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    const item = ITEM.exec(line)
    if (item && (items.length === 0 || indentOf(line) < indent)) {
      if (/\d/.test(item[2] ?? '') !== isOrdered) break
      indent = item[0].length
      items.push([line.slice(indent)])
    } else if (
      line.trim() === ''
        ? indentOf(lines[end + 1] ?? '') >= indent && (lines[end + 1] ?? '').trim() !== ''
        : indentOf(line) >= Math.min(indent, 2)
    ) {
      items.at(-1)?.push(line.slice(Math.min(indentOf(line), indent)))
    } else if (line.trim() !== '' || !ITEM.test(lines[end + 1] ?? '')) break
  }
  const block: Block = {
    kind: 'list',
    ordered: isOrdered,
    start: isOrdered ? Number.parseInt(first, 10) : 1,
    items: items.map(item => blocksOf(item, depth + 1)),
  }
  return { block, next: end }
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const LINK = /\[([^[\]\n]{1,300})\]\(<?((?:https?:\/\/|mailto:)[^\s()<>]{1,2000})>?\)/y
const BARE = /https?:\/\/[^\s<>"'`)\]]{1,2000}/y
const TOKEN = /`+|\*\*|__|\*|_|\[|https?:\/\/|\\[!-/:-@[-`{-~]|\n/g

/** Parses inline marks in one pass. An emphasis that is never closed stays text. */
export function parseInline(text: string): readonly Inline[] {
  const writer = createInlineWriter()
  const missing = new Set<number>() // lengths of backtick runs that have no partner any more
  let at = 0
  while (at < text.length) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (found === null) break
    writer.text(text.slice(at, found.index))
    at = found.index + takeToken({ text, at: found.index, token: found[0], missing }, writer)
  }
  writer.text(text.slice(at))
  return writer.end()
}

type Here = { readonly text: string; readonly at: number; readonly token: string; readonly missing: Set<number> }

/** How many characters it used up. */
function takeToken(here: Here, writer: InlineWriter): number {
  const { token } = here
  if (token === '\n') writer.add({ kind: 'break' })
  else if (token.startsWith('\\')) writer.text(token.slice(1))
  else if (token.startsWith('`')) return takeCode(here, writer)
  else if (token === '[' || token.startsWith('http')) return takeLink(here, writer)
  else
    writer.emphasis(token, { before: here.text[here.at - 1] ?? ' ', after: here.text[here.at + token.length] ?? ' ' })
  return token.length
}

function takeCode({ text, at, token, missing }: Here, writer: InlineWriter): number {
  const end = missing.has(token.length) ? -1 : findRun(text, at + token.length, token.length)
  if (end < 0) {
    missing.add(token.length)
    writer.text(token)
    return token.length
  }
  writer.add({ kind: 'code', text: text.slice(at + token.length, end).replace(/^ (.*\S.*) $/, '$1') })
  return end + token.length - at
}

function findRun(text: string, from: number, length: number): number {
  const runs = /`+/g
  runs.lastIndex = from
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) if (run[0].length === length) return run.index
  return -1
}

function takeLink({ text, at, token }: Here, writer: InlineWriter): number {
  const pattern = token === '[' ? LINK : BARE
  pattern.lastIndex = at
  const found = pattern.exec(text)
  const href = token === '[' ? found?.[2] : found?.[0].replace(/[.,;:!?]+$/, '')
  const host = hostOf(href ?? '')
  if (found === null || href === undefined || host === null) {
    writer.text(token)
    return token.length
  }
  writer.add({ kind: 'link', href, host, text: token === '[' ? (found[1] ?? href) : href })
  return token === '[' ? found[0].length : href.length
}

/** True for web and mail links only. */
export function hostOf(href: string): string | null {
  const url = URL.canParse(href) ? new URL(href) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.host
  return url?.protocol === 'mailto:' ? url.pathname : null
}

type Sides = { readonly before: string; readonly after: string }
type InlineWriter = {
  readonly text: (text: string) => void
  readonly add: (inline: Inline) => void
  readonly emphasis: (mark: string, sides: Sides) => void
  readonly end: () => readonly Inline[]
}

function createInlineWriter(): InlineWriter {
  const open: { mark: string; content: Inline[] }[] = [{ mark: '', content: [] }]
  const add = (inline: Inline): void => void open.at(-1)?.content.push(inline)
  const text = (value: string): void => {
    if (value !== '') add({ kind: 'text', text: value })
  }
  const dissolve = (): void => {
    const last = open.pop()
    text(last?.mark ?? '')
    for (const inline of last?.content ?? []) add(inline)
  }
  const emphasis = (mark: string, { before, after }: Sides): void => {
    const isOpen = open.some(level => level.mark === mark)
    const isWordInside = mark.startsWith('_') && /\w/.test(before) && /\w/.test(after)
    if (isOpen && /\S/.test(before) && !(mark.startsWith('_') && /\w/.test(after))) {
      while (open.at(-1)?.mark !== mark) dissolve()
      const closed = open.pop()
      add({ kind: mark.length === 2 ? 'strong' : 'em', content: closed?.content ?? [] })
    } else if (!isOpen && /\S/.test(after) && !isWordInside) open.push({ mark, content: [] })
    else text(mark)
  }
  const end = (): readonly Inline[] => {
    while (open.length > 1) dissolve()
    return open[0]?.content ?? []
  }
  return { text, add, emphasis, end }
}
