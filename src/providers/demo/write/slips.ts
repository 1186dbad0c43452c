import type { JsonObject } from '../../../core/index.ts'
import { DEMO_SEED, roll } from './dice.ts'
import { envelopeOf } from './envelope.ts'
import type { PlannedCall } from '../plan/planned-call.ts'
import type { Manner } from '../prompt/read-prompt.ts'

/** Writes the call with one slip; undefined where that slip would change what is called. */
type Slip = (call: PlannedCall, manner: Manner) => string | undefined

const written = (call: PlannedCall, manner: Manner): string => JSON.stringify(envelopeOf(call, manner))
const withArgs = (call: PlannedCall, args: JsonObject): PlannedCall => ({ ...call, args })
const withName = (call: PlannedCall, name: string): PlannedCall => ({ ...call, tool: { ...call.tool, name } })

const DEEDS: Readonly<Record<PlannedCall['role'], string>> = {
  search: 'I will search the files for that',
  read: 'I will read that file',
  list: 'I will look at what is there',
  write: 'I will write that file',
  edit: 'I will change that passage',
  other: 'I will look that up',
}

/** Small models make these, and a good reader gets the call out all the same. */
const RESCUED: Readonly<Record<string, Slip>> = {
  prose: (call, manner) => `Sure! ${DEEDS[call.role]}.\n\n${written(call, manner)}`,
  fence: (call, manner) => `\`\`\`json\n${written(call, manner)}\n\`\`\``,
  smartQuotes: (call, manner) => (holds(call, /["\\“”]/) ? undefined : curl(written(call, manner))),
  singleQuotes: (call, manner) => (holds(call, /["'\\]/) ? undefined : written(call, manner).replaceAll('"', "'")),
  trailingComma: (call, manner) => (isBare(call) ? undefined : written(call, manner).replace(/\}\}$/, ',}}')),
  pythonLiteral: (call, manner) => writeNone(call, manner),
  alias: (call, manner) => written(withName(call, aliasOf(call.tool.name)), manner),
  key: (call, manner) => misspell(call, manner, call.role === 'read' ? 'file_path' : undefined),
  tags: ({ tool, args }) => `<tool_call>\n${JSON.stringify({ name: tool.name, arguments: args })}\n</tool_call>`,
  think: (call, manner) =>
    `<think>\nThe user wants an answer from the files. ${DEEDS[call.role]}.\n</think>\n\n${written(call, manner)}`,
}

/** These cannot be read; the model is told and writes the call again. */
const REPAIRED: Readonly<Record<string, Slip>> = {
  missingArgument: (call, manner) => leaveOut(call, manner),
  unknownTool: (call, manner) => written(withName(call, `manuscript_${call.role}er`), manner),
}

/** Strict takes nothing but the envelope; these are the only slips that it reads as what they are. */
const TAKEN_BY_STRICT: Readonly<Record<string, Slip>> = {
  hyphens: (call, manner) =>
    call.tool.name.includes('_') ? written(withName(call, call.tool.name.replaceAll('_', '-')), manner) : undefined,
  key: (call, manner) => misspell(call, manner, undefined),
}

export type SlipKind = 'clean' | 'rescued' | 'repaired'
export type WrittenCall = { readonly text: string; readonly kind: SlipKind; readonly slip?: string }

/** Of 16 calls in lenient: 2 must be repaired, 6 can be rescued, 8 are clean. */
const SIDES = 16
const REPAIRS = 2
const SLIPS = 8

type Occasion = { readonly seed: number; readonly words: string; readonly manner: Manner }

/** What the dice are thrown for: which step of which question. */
export const occasionOf = (question: string, step: number): string => `${question}\n${step}`

/** Will its first call of a conversation have to be repaired, if it looks something up? */
export const demoStumbles = (question: string): boolean => roll(SIDES, DEMO_SEED, occasionOf(question, 0)) < REPAIRS

/** The dice depend on the seed, the question and the step, so that the same prompt is answered in the same way. */
export function writeCarelessly(call: PlannedCall, { seed, words, manner }: Occasion): WrittenCall {
  const clean: WrittenCall = { text: written(call, manner), kind: 'clean' }
  const thrown = roll(SIDES, seed, words)
  // A call that changes something is written with care: a slip would only make a person confirm it twice.
  if (thrown >= SLIPS || call.role === 'write' || call.role === 'edit' || call.role === 'other') return clean
  if (manner.kind === 'lenient') {
    const kind = thrown < REPAIRS ? 'repaired' : 'rescued'
    return (
      slipIn(kind === 'repaired' ? REPAIRED : RESCUED, call, { kind, manner, pick: roll(1 << 16, seed + 1, words) }) ??
      clean
    )
  }
  return manner.kind === 'strict'
    ? (slipIn(TAKEN_BY_STRICT, call, { kind: 'rescued', manner, pick: thrown }) ?? clean)
    : clean
}

type Choice = { readonly kind: SlipKind; readonly manner: Manner; readonly pick: number }

function slipIn(
  slips: Readonly<Record<string, Slip>>,
  call: PlannedCall,
  { kind, manner, pick }: Choice,
): WrittenCall | undefined {
  const possible = Object.entries(slips).flatMap(([slip, write]) => {
    const text = write(call, manner)
    return text === undefined ? [] : [{ text, kind, slip }]
  })
  return possible[pick % possible.length]
}

const holds = ({ args, tool }: PlannedCall, pattern: RegExp): boolean =>
  [tool.name, ...Object.entries(args).flat()].some(part => typeof part === 'string' && pattern.test(part))
const isBare = ({ args }: PlannedCall): boolean => Object.keys(args).length === 0

/** Opening and closing marks in turn. */
function curl(json: string): string {
  const parts = json.split('"')
  return parts.map((part, at) => (at === 0 ? part : `${at % 2 === 1 ? '“' : '”'}${part}`)).join('')
}

/** Python's word for "left out", for an argument that may be left out. */
function writeNone(call: PlannedCall, manner: Manner): string | undefined {
  const optional = call.tool.parameters.find(
    ({ name, required }) => !required && call.args[name] === undefined && /^[\w-]+$/.test(name),
  )
  if (optional === undefined || manner.kind !== 'lenient') return undefined
  return written(withArgs(call, { ...call.args, [optional.name]: null }), manner).replace(/null\}\}$/, 'None}}')
}

/** Models swap the words of a name, or put one before it. */
function aliasOf(name: string): string {
  const verb = /^file_([a-z]+)$/.exec(name)?.[1]
  if (verb === undefined) return `functions.${name}`
  return verb === 'list' || verb === 'search' ? `${verb}_files` : `${verb}_file`
}

function misspell(call: PlannedCall, manner: Manner, usual: string | undefined): string | undefined {
  const [first, ...rest] = Object.entries(call.args)
  if (first === undefined) return undefined
  const [key, value] = first
  const other = key === 'path' ? (usual ?? 'Path') : key.charAt(0).toUpperCase() + key.slice(1)
  return other === key ? undefined : written(withArgs(call, { [other]: value, ...Object.fromEntries(rest) }), manner)
}

/** Says in prose what belongs into the call. */
function leaveOut(call: PlannedCall, manner: Manner): string | undefined {
  const needed = call.tool.parameters.find(({ name, required }) => required && call.args[name] !== undefined)?.name
  if (needed === undefined) return undefined
  const rest = Object.fromEntries(Object.entries(call.args).filter(([name]) => name !== needed))
  return `${DEEDS[call.role]}: ${JSON.stringify(call.args[needed])}.\n${written(withArgs(call, rest), manner)}`
}
