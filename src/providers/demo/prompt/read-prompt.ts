import type { ModelMessage, ModelRequest } from '../../../core/index.ts'
import { type OfferedTool, offeredFrom } from './offered-tool.ts'
import { type Section, type ShownResult, splitSections } from './sections.ts'

/** How the reply must be written. `text`: prose, since nobody offers a way to call. */
export type Manner =
  | { readonly kind: 'text'; readonly required: false }
  | { readonly kind: 'native'; readonly required: boolean }
  | { readonly kind: 'lenient'; readonly required: boolean }
  | { readonly kind: 'strict'; readonly required: boolean; readonly nonce: string }
  | { readonly kind: 'decision'; readonly nonce: string; readonly remaining: number }

export type Refusal = { readonly output: string; readonly native: boolean }

/** All that the model knows: it has nothing but the request. */
export type DemoPrompt = {
  readonly tools: readonly OfferedTool[]
  readonly manner: Manner
  /** The person's last message, and those before it, the newest last. */
  readonly question: string
  readonly earlier: readonly string[]
  /** What the tools gave for this question, oldest first. */
  readonly results: readonly ShownResult[]
  readonly refusal: Refusal | undefined
  readonly wantsEvidence: boolean
  /** A conversation of which a summary is asked for. */
  readonly toSummarise: string | undefined
}

type Placed = { readonly section: Section; readonly role: ModelMessage['role']; readonly message: number }

export function readPrompt(request: ModelRequest): DemoPrompt {
  const placed = request.messages.flatMap((message, index) =>
    sectionsOf(message).map(section => ({ section, role: message.role, message: index })),
  )
  const asked = placed.filter(isOwnWords)
  const question = asked.at(-1)
  const refusal = refusalOf(placed, question)
  return {
    tools: toolsOf(request, placed),
    manner:
      refusal === undefined
        ? mannerOf(request, placed)
        : { kind: refusal.native ? 'native' : 'lenient', required: true },
    question: question === undefined ? '' : ownWords(question.section),
    earlier: asked.slice(0, -1).map(({ section }) => ownWords(section)),
    results: placed.flatMap(({ section, message }) =>
      section.kind === 'result' && message >= (question?.message ?? 0) ? [section] : [],
    ),
    refusal,
    toSummarise: toSummarise(placed),
    wantsEvidence: placed.some(asksForEvidence),
  }
}

const EVIDENCE = /\bEvidence:/

const asksForEvidence = ({ section }: Placed): boolean =>
  (section.kind === 'words' && EVIDENCE.test(section.text)) ||
  (section.kind === 'final' && EVIDENCE.test(section.rules))

function toSummarise(placed: readonly Placed[]): string | undefined {
  const data = placed.findLast(({ section }) => section.kind === 'data')?.section
  const isAsked = placed.some(
    ({ section }) => section.kind === 'words' && /^Summari[sz]e that part\b/m.test(section.text),
  )
  return isAsked && data?.kind === 'data' ? data.text : undefined
}

function sectionsOf(message: ModelMessage): readonly Section[] {
  if (message.role === 'assistant') return []
  const sections = splitSections(message.content)
  if (message.role !== 'tool') return sections
  const results = sections.filter(section => section.kind === 'result')
  return results.length > 0
    ? results
    : [{ kind: 'result', tool: message.tool, receipt: undefined, text: message.content }]
}

/** Paragraphs about how to answer are rules of the house, whoever is said to have written them. */
const RULE = /\bEvidence\b|\breceipt[ _]id\b|\byour (?:last |previous )?(?:answer|reply)\b|STOP_HOOK/i

const ownWords = (section: Section): string =>
  section.kind === 'words'
    ? section.text
        .split(/\n\s*\n/)
        .filter(paragraph => !RULE.test(paragraph))
        .join('\n\n')
        .trim()
    : ''

const isOwnWords = ({ section, role }: Placed): boolean => role === 'user' && ownWords(section) !== ''

function toolsOf({ tools = [] }: ModelRequest, placed: readonly Placed[]): readonly OfferedTool[] {
  if (tools.length > 0) return tools.map(offeredFrom)
  const last = placed.findLast(({ section }) => section.kind === 'catalog' || section.kind === 'repair')?.section
  if (last?.kind === 'repair') return withNames(last.tools, last.names)
  const decision = placed.findLast(({ section }) => section.kind === 'decision')?.section
  const allowed = decision?.kind === 'decision' ? decision.allowed : undefined
  const shown = last?.kind === 'catalog' ? last.tools : []
  return allowed === undefined ? shown : shown.filter(({ name }) => allowed.includes(name))
}

/** Of tools that are only named, nothing but the name is known. */
const withNames = (tools: readonly OfferedTool[], names: readonly string[]): readonly OfferedTool[] => [
  ...tools,
  ...names
    .filter(name => tools.every(tool => tool.name !== name))
    .map(name => ({ name, about: '', parameters: [], example: {} })),
]

/** What was said last counts. */
function mannerOf({ tools = [], toolChoice = 'auto' }: ModelRequest, placed: readonly Placed[]): Manner {
  if (tools.length > 0)
    return toolChoice === 'none'
      ? { kind: 'text', required: false }
      : { kind: 'native', required: toolChoice === 'required' }
  const rule = placed.findLast(
    ({ section }) =>
      section.kind === 'strict' ||
      section.kind === 'lenient' ||
      section.kind === 'decision' ||
      section.kind === 'next' ||
      section.kind === 'final',
  )?.section
  switch (rule?.kind) {
    case 'strict':
      return { kind: 'strict', nonce: rule.nonce, required: rule.required }
    case 'lenient':
      return { kind: 'lenient', required: rule.required }
    case 'next':
      return { kind: rule.remaining > 0 ? 'lenient' : 'text', required: false }
    case 'decision':
      return { kind: 'decision', nonce: rule.nonce, remaining: rule.remaining }
    default:
      return { kind: 'text', required: false }
  }
}

/** Open until something else is asked for. */
function refusalOf(placed: readonly Placed[], question: Placed | undefined): Refusal | undefined {
  const at = placed.findLastIndex(({ section }) => section.kind === 'complaint')
  const complaint = placed[at]
  if (complaint?.section.kind !== 'complaint' || complaint.message < (question?.message ?? 0)) return undefined
  const isOver = placed
    .slice(at + 1)
    .some(
      ({ section }) =>
        section.kind === 'result' || section.kind === 'final' || section.kind === 'decision' || section.kind === 'next',
    )
  if (isOver) return undefined
  const repair = placed.findLast(({ section }) => section.kind === 'repair')?.section
  return { output: complaint.section.output, native: repair?.kind === 'repair' && repair.native }
}
