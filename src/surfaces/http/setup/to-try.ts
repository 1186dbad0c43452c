import type { Workspace } from '../../../core/index.ts'
import { demoStumbles } from '../../../runtime/index.ts'

/** Each shows something else: a call that is mended, one that needs a correction, one that asks first. */
export const IN_EXAMPLE: readonly string[] = [
  'How many scenes mention the lighthouse?',
  'What does SCN-the-harbour-office.md say about the office?',
  'Write a note called notes.md that says: check the tide table.',
]
export const ANYWHERE: readonly string[] = [
  'Which files are in this folder?',
  'Write a note called notes.md that says: check the tide table.',
]

const MOST_ENTRIES = 2_000
const MOST_FILES = 12
const MOST_BYTES = 256 * 1_024
const MOST_LINES = 200
const DEPTH = 4
const TOPICS_IN_FILE = 24

/** Questions that this very folder can answer. The demo model stumbles over the first, so that whoever tries it sees a call being repaired. */
export function questionsFor(workspace: Workspace): readonly string[] {
  const topics = markdownIn(workspace).flatMap(path => topicsIn(workspace, path).map(topic => [path, topic] as const))
  const all = WORDINGS.flatMap(wording => topics.map(([path, topic]) => wording(path, topic)))
  const first = all.find(demoStumbles) ?? all[0]
  return first === undefined ? ANYWHERE : [first, ...ANYWHERE]
}

/** A short note has few topics, so there are other ways to ask; the plainest comes first. */
const WORDINGS: readonly ((path: string, topic: string) => string)[] = [
  (path, topic) => `What does ${path} say about ${topic}?`,
  (path, topic) => `What does ${path} tell us about ${topic}?`,
  (path, topic) => `Please tell me what ${path} says about ${topic}.`,
  (path, topic) => `Can you tell me what ${path} says about ${topic}?`,
  (path, topic) => `I would like to know what ${path} says about ${topic}.`,
  (path, topic) => `Could you tell me what ${path} says about ${topic}, please?`,
  (path, topic) => `What does ${path} say about "${topic}"?`,
  (path, topic) => `What does ${path} state about ${topic}?`,
]

const MARKDOWN = /^[\p{L}\p{N}_./-]+\.(?:md|markdown)$/iu // names that can stand in a sentence
const isClosed = (name: string): boolean => name.startsWith('.') || name === 'node_modules'
const depthOf = (path: string): number => path.split('/').length

/** Those at the top first. */
function markdownIn(workspace: Workspace): readonly string[] {
  const walked = workspace.walk('.', { depth: DEPTH, skip: isClosed })
  if (!walked.ok) return []
  const paths: string[] = []
  let seen = 0
  for (const { path, kind, bytes } of walked.value) {
    if ((seen += 1) > MOST_ENTRIES) break
    if (kind === 'file' && bytes <= MOST_BYTES && MARKDOWN.test(path)) paths.push(path)
  }
  return paths.toSorted((a, b) => depthOf(a) - depthOf(b)).slice(0, MOST_FILES)
}

const FENCE = /^\s*(?:```|~~~)/
const HEADING = /^#{1,6}\s/
const NO_PROSE = /^\s*(?:[|<[!]|---|\S+$)/

/** Words of its headings that its sentences take up, then names, then the longest words: what one would ask about. */
function topicsIn(workspace: Workspace, path: string): readonly string[] {
  const read = workspace.read(path, { maxBytes: MOST_BYTES })
  if (!read.ok || read.value.bytes.includes(0)) return []
  const { headings, prose } = partsOf(Buffer.from(read.value.bytes).toString('utf8').split(/\r?\n/, MOST_LINES))
  const said = new Set(prose.flatMap(line => wordsOf(line).map(word => word.toLowerCase())))
  const titled = headings.flatMap(wordsOf).filter(word => said.has(word.toLowerCase()))
  const names = prose.flatMap(line => line.match(/(?<=\p{Ll} )\p{Lu}\p{Ll}{3,}(?!\p{L})/gu) ?? [])
  const long = prose.flatMap(wordsOf).toSorted((a, b) => b.length - a.length)
  const once = new Map([...titled, ...names, ...long].toReversed().map(word => [word.toLowerCase(), word]))
  return [...once.values()].toReversed().slice(0, TOPICS_IN_FILE)
}

const wordsOf = (line: string): readonly string[] =>
  line.match(/(?<![\p{L}\p{N}_./:-])\p{L}{5,24}(?![\p{L}\p{N}_/:-])/gu) ?? []

function partsOf(lines: readonly string[]): {
  readonly headings: readonly string[]
  readonly prose: readonly string[]
} {
  const [headings, prose]: [string[], string[]] = [[], []]
  let isCode = false
  for (const line of lines) {
    if (FENCE.test(line)) isCode = !isCode
    else if (isCode || NO_PROSE.test(line)) continue
    else (HEADING.test(line) ? headings : prose).push(line)
  }
  return { headings, prose }
}
