import type { JsonObject, ModelRequest, NativeCall } from '../../core/index.ts'
import { answer } from './answer/answer.ts'
import type { Answer } from './answer/cited-answer.ts'
import { envelopeOf } from './write/envelope.ts'
import { fitSchema } from './write/fit-schema.ts'
import { nextCall, replay } from './plan/next-step.ts'
import { anyCall } from './plan/plan-other.ts'
import type { PlannedCall } from './plan/planned-call.ts'
import { type DemoPrompt, readPrompt } from './prompt/read-prompt.ts'
import { rewriteRefused } from './plan/rewrite-refused.ts'
import { type Seen, searched } from './plan/seen.ts'
import { occasionOf, writeCarelessly } from './write/slips.ts'
import { type Kit, fitTools } from './plan/tool-roles.ts'
import { summarise } from './answer/summarise.ts'
import { understand } from './understand/understand.ts'
import type { Wish } from './understand/wish.ts'
import { joinNames } from './understand/words.ts'

export type DemoReply = { readonly text: string; readonly call?: NativeCall }

type Thoughts = { readonly prompt: DemoPrompt; readonly wish: Wish; readonly kit: Kit; readonly seen: readonly Seen[] }

/** The whole model: it reads the request, decides, and writes. The same request and seed give the same reply. */
export function replyTo(request: ModelRequest, seed: number): DemoReply {
  const prompt = readPrompt(request)
  const kit = fitTools(prompt.tools)
  const wish = understand(prompt.question, prompt.earlier)
  const thoughts = { prompt, wish, kit, seen: replay(wish, prompt.results, kit) }
  const call = decide(thoughts)
  if (request.responseSchema !== undefined) return { text: writeBound(request.responseSchema, call, thoughts) }
  return call === undefined ? { text: prose(thoughts) } : writeCall(call, seed, thoughts)
}

/** A call, if one may be made and there is one to make. */
function decide({ prompt, wish, kit, seen }: Thoughts): PlannedCall | undefined {
  const { manner, refusal, question } = prompt
  if (manner.kind === 'text' || (manner.kind === 'decision' && manner.remaining <= 0)) return undefined
  const meant = refusal === undefined ? undefined : rewriteRefused(refusal, prompt.tools, kit)
  if (meant !== undefined) return meant
  const mustCall = manner.kind !== 'decision' && manner.required && seen.length === 0 && refusal === undefined
  return nextCall(wish, seen, kit) ?? (mustCall ? anyCall(kit, question) : undefined)
}

function writeCall(call: PlannedCall, seed: number, { prompt, seen }: Thoughts): DemoReply {
  const { manner, question, refusal } = prompt
  if (manner.kind === 'native')
    return {
      text: '',
      call: { id: `demo_${seen.length + 1}`, name: call.tool.name, arguments: JSON.stringify(call.args) },
    }
  if (refusal !== undefined) return { text: JSON.stringify(envelopeOf(call, manner)) }
  return { text: writeCarelessly(call, { seed, words: occasionOf(question, seen.length), manner }).text }
}

/** Nothing but what the schema allows. */
function writeBound(schema: JsonObject, call: PlannedCall | undefined, thoughts: Thoughts): string {
  const { manner } = thoughts.prompt
  const end = manner.kind === 'decision' ? { action: 'final', nonce: manner.nonce } : {}
  return JSON.stringify(fitSchema(schema, call === undefined ? end : envelopeOf(call, manner), prose(thoughts)))
}

/** In a decision, the end of calling is an object, too; the answer comes when it is asked for. */
function prose({ prompt, wish, kit, seen }: Thoughts): string {
  if (prompt.manner.kind === 'decision') return JSON.stringify({ action: 'final', nonce: prompt.manner.nonce })
  if (prompt.toSummarise !== undefined) return summarise(prompt.toSummarise)
  const said = answer(wish, { seen, kit })
  return prompt.wantsEvidence && seen.length > 0 ? `${said.text}\n\n${evidenceLine(said, seen)}` : said.text
}

const receipt = (id: string | undefined): string => (id === undefined ? '' : `, receipt ${id}`)

/** A quote with its place, or what was looked at if there is nothing to quote. */
function evidenceLine({ quote }: Answer, seen: readonly Seen[]): string {
  if (quote !== undefined) return `Evidence: "${quote.words}" (${quote.path}:${quote.line}${receipt(quote.receipt)})`
  const words = searched(seen).map(word => `"${word}"`)
  const scope =
    words.length > 0
      ? `checked all files for ${joinNames(words)}`
      : `checked with ${joinNames([...new Set(seen.map(({ call }) => call?.tool.name ?? 'the given results'))])}`
  return `Evidence: ${scope}${receipt(seen.at(-1)?.found.receipt)}`
}
