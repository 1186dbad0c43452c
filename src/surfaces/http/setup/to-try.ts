import type { Workspace } from '../../../core/index.ts'

/** Each shows something different with the demo model: a corrected call, a repaired one, one that asks first. */
export const IN_EXAMPLE: readonly string[] = [
  'How many scenes mention the lighthouse?',
  'What does the manuscript say about Bibi Lund?',
  'Write a note called notes.md that says: check the tide table.',
]
export const ANYWHERE: readonly string[] = [
  'Which files are in this folder?',
  'Write a note called notes.md that says: check the tide table.',
]

const MOST_ENTRIES = 2_000
const MOST_FILES = 12
const MOST_BYTES = 256 * 1_024
const DEPTH = 4

/** Questions that this folder can answer, the first one about a file of its own. */
export function questionsFor(workspace: Workspace): readonly string[] {
  const path = markdownIn(workspace).find(each => hasProse(workspace, each))
  return path === undefined ? ANYWHERE : [`What does the file ${path} say?`, ...ANYWHERE]
}

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

const PROSE = /^\p{L}.* .* /mu

/** Is there a line to quote? */
function hasProse(workspace: Workspace, path: string): boolean {
  const read = workspace.read(path, { maxBytes: MOST_BYTES })
  return read.ok && !read.value.bytes.includes(0) && PROSE.test(Buffer.from(read.value.bytes).toString('utf8'))
}
