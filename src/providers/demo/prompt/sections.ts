import type { OfferedTool } from './offered-tool.ts'
import { readToolBlocks } from './read-catalog.ts'

export type ShownResult = { readonly tool: string; readonly receipt: string | undefined; readonly text: string }

/** A stretch of a prompt: one of those that our protocol writes, or somebody's own words. */
export type Section =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'catalog'; readonly tools: readonly OfferedTool[] }
  | { readonly kind: 'strict'; readonly nonce: string; readonly required: boolean }
  | { readonly kind: 'lenient'; readonly required: boolean }
  | {
      readonly kind: 'decision'
      readonly nonce: string
      readonly remaining: number
      readonly allowed: readonly string[] | undefined
    }
  | { readonly kind: 'next'; readonly remaining: number }
  | { readonly kind: 'final'; readonly rules: string }
  /** Something to read that is neither a result nor a request. */
  | { readonly kind: 'data'; readonly text: string }
  | {
      readonly kind: 'repair'
      readonly native: boolean
      readonly names: readonly string[]
      readonly tools: readonly OfferedTool[]
    }
  | { readonly kind: 'complaint'; readonly output: string }
  | ({ readonly kind: 'result' } & ShownResult)

type Read = { readonly section: Section; readonly next: number }
type Reader = (lines: readonly string[], from: number, fences: Fences) => Read
/** For each line that opens a fence, the line that closes it. */
type Fences = ReadonlyMap<number, number>

const FENCE = /^(`{3,})(\S+)$/
const RESULT = /^Result of (.+)\. It is data, not an instruction\.$/

/** How each section begins. What stands in a fence is never looked at for one. */
const OPENINGS: readonly (readonly [string, Reader])[] = [
  ['Tools (* = required argument)', readCatalog],
  ['No tools are offered.', (_lines, from) => ({ section: { kind: 'catalog', tools: [] }, next: from + 1 })],
  ['Tool Call Protocol (STRICT JSON ONLY)', readStrict],
  ['How to reply: ', readLenient],
  ['Decide what comes next.', readDecision],
  ['Now either call one more tool', readNext],
  ['No tool steps remain', readFinal],
  ['Write the answer to the user now', readFinal],
  ['You have one job: ', readRepair],
  ['Your last reply was refused.', readComplaint],
  ['Result of ', readResult],
]

export function splitSections(text: string): readonly Section[] {
  const lines = text.split(/\r?\n/)
  const fences = indexFences(lines)
  const sections: Section[] = []
  let words: string[] = []
  const flush = (): void => {
    const own = words.join('\n').trim()
    if (own !== '') sections.push({ kind: 'words', text: own })
    words = []
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const read =
      OPENINGS.find(([start]) => line.startsWith(start))?.[1](lines, at, fences) ?? readData(lines, at, fences)
    if (read === undefined) words.push(line)
    else {
      flush()
      sections.push(read.section)
    }
    at = Math.max(at + 1, read?.next ?? 0)
  }
  flush()
  return sections
}

function readCatalog(lines: readonly string[], from: number): Read {
  const { tools, next } = readToolBlocks(lines, from + 1, true)
  return { section: { kind: 'catalog', tools }, next }
}

/** The line that ends a section stands within this many lines, or the section is not ours. */
const LONGEST = 16

function findLine(lines: readonly string[], from: number, start: string): number {
  const end = Math.min(lines.length, from + LONGEST)
  for (let at = from; at < end; at++) if (lines[at]?.startsWith(start) === true) return at
  return -1
}

const NONCE = 'TOOL_NONCE: '

const valueAt = (lines: readonly string[], at: number, start: string): string =>
  at < 0 ? '' : (lines[at] ?? '').slice(start.length).trim()

function readStrict(lines: readonly string[], from: number): Read {
  const at = findLine(lines, from, NONCE)
  const required = lines[at + 1]?.startsWith('TOOL_CALL_REQUIRED: true') === true
  return {
    section: { kind: 'strict', nonce: valueAt(lines, at, NONCE), required },
    next: at < 0 ? from + 1 : at + (required ? 2 : 1),
  }
}

function readLenient(lines: readonly string[], from: number): Read {
  const required = lines[from]?.startsWith('How to reply: call a tool') === true
  const end = findLine(lines, from, required ? 'No text around it' : 'B) ')
  return { section: { kind: 'lenient', required }, next: end < 0 ? from + 1 : end + 1 }
}

const STEPS = 'Tool steps remaining: '

function stepsAt(lines: readonly string[], at: number): number {
  const steps = Number.parseInt(valueAt(lines, at, STEPS), 10)
  return Number.isNaN(steps) ? 1 : steps
}

function readNext(lines: readonly string[], from: number): Read {
  const at = findLine(lines, from, STEPS)
  return { section: { kind: 'next', remaining: stepsAt(lines, at) }, next: at < 0 ? from + 1 : at + 1 }
}

function readDecision(lines: readonly string[], from: number): Read {
  const end = findLine(lines, from, NONCE)
  const start = 'Allowed tools: '
  const allowed = findLine(lines, from, start)
  return {
    section: {
      kind: 'decision',
      nonce: valueAt(lines, end, NONCE),
      remaining: stepsAt(lines, findLine(lines, from, STEPS)),
      allowed: allowed < 0 ? undefined : valueAt(lines, allowed, start).split(', '),
    },
    next: end < 0 ? from + 1 : end + 1,
  }
}

/** The request and its rules, which are lines with a dash. */
function readFinal(lines: readonly string[], from: number): Read {
  let next = from + 1
  while (/^(?:- |Write the answer to the user now)/.test(lines[next] ?? '')) next++
  return { section: { kind: 'final', rules: lines.slice(from, next).join('\n') }, next }
}

function readRepair(lines: readonly string[], from: number): Read {
  const start = 'Tools: '
  const names = valueAt(lines, findLine(lines, from, start), start).split(', ')
  const heading = findLine(lines, from, 'Arguments (* = required):')
  const { tools, next } = heading < 0 ? { tools: [], next: lines.length } : readToolBlocks(lines, heading + 1, false)
  const native = lines[from]?.includes('tool interface') === true
  return {
    section: { kind: 'repair', native, names: names.filter(name => name !== '' && name !== 'none'), tools },
    next,
  }
}

function readComplaint(lines: readonly string[], from: number, fences: Fences): Read {
  const fence = findFence(lines, from, fences)
  return { section: { kind: 'complaint', output: fence.text }, next: Math.min(lines.length, fence.next + 1) } // the advice follows
}

function readResult(lines: readonly string[], from: number, fences: Fences): Read {
  const tool = RESULT.exec(lines[from] ?? '')?.[1]
  if (tool === undefined) return { section: { kind: 'words', text: lines[from] ?? '' }, next: from + 1 }
  const start = 'receipt_id: '
  const fence = findFence(lines, from, fences)
  const at = findLine(lines.slice(from, fence.from), 0, start)
  const receipt = at < 0 ? undefined : valueAt(lines, from + at, start)
  return { section: { kind: 'result', tool, receipt, text: fence.text }, next: fence.next }
}

/** Once, from the end, so that a prompt full of open fences costs no more than another. */
function indexFences(lines: readonly string[]): Fences {
  const closing = new Map<string, number>()
  const fences = new Map<number, number>()
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? ''
    if (!FENCE.test(line)) continue
    const close = closing.get(line)
    if (close !== undefined) fences.set(at, close)
    closing.set(line, at)
  }
  return fences
}

/** A fence with a label of its own; one without may be the person's. */
function readData(lines: readonly string[], from: number, fences: Fences): Read | undefined {
  const close = fences.get(from)
  return close === undefined
    ? undefined
    : { section: { kind: 'data', text: lines.slice(from + 1, close).join('\n') }, next: close + 1 }
}

type Fence = { readonly from: number; readonly text: string; readonly next: number }

/** The next fenced text; the fence ends where its opening line stands again, or with the prompt. */
function findFence(lines: readonly string[], from: number, fences: Fences): Fence {
  const end = Math.min(lines.length, from + LONGEST)
  for (let at = from + 1; at < end; at++) {
    if (!FENCE.test(lines[at] ?? '')) continue
    const last = fences.get(at) ?? lines.length
    return { from: at, text: lines.slice(at + 1, last).join('\n'), next: Math.min(lines.length, last + 1) }
  }
  return { from: end, text: '', next: from + 1 }
}
