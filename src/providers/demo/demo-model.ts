import {
  type Model,
  type ModelChunk,
  type ModelRequest,
  type NativeCall,
  estimateTokens,
  fault,
} from '../../core/index.ts'
import { type DemoPrompt, readPrompt } from './read-prompt.ts'
import { type FoundScene, type SceneArgs, type SceneCall, type Slip, fillScene, findScene } from './scenes.ts'
import { FRIENDLY_ANSWER, answerScene } from './write-answer.ts'

export type DemoOptions = {
  /** It can do more than it says by default: calls in the provider's own field, too. */
  readonly can?: Partial<Model['can']>
}

const CHUNK_LENGTH = 16 // characters: a few tokens, as servers send them
const CONTEXT_TOKENS = 32_768 // as many as small models usually read
const CHARACTERS_PER_TOKEN = 4

/**
 * A model for first steps and tests: a table of scenes instead of weights, offline. It knows nothing but the request.
 */
export function openDemo({ can }: DemoOptions = {}): Model {
  return {
    id: 'demo',
    provider: 'demo',
    can: { nativeTools: false, jsonSchema: false, embed: false, ...can },
    contextTokens: CONTEXT_TOKENS,
    wire: { form: 'format', subset: 'full' },
    reply: speak,
  }
}

async function* speak(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  const reply = replyTo(readPrompt(request))
  const text = Array.from(reply.text)
  const shown = text.slice(0, request.maxTokens === undefined ? undefined : request.maxTokens * CHARACTERS_PER_TOKEN)
  for (let at = 0; at < shown.length && !signal.aborted; at += CHUNK_LENGTH)
    yield { kind: 'text', text: shown.slice(at, at + CHUNK_LENGTH).join('') }
  if (signal.aborted) {
    yield { kind: 'end', fault: fault('tool_cancelled', 'The request was cancelled.') }
    return
  }
  if (reply.call !== undefined) yield { kind: 'call', call: reply.call }
  yield {
    kind: 'end',
    usage: {
      inputTokens: request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
      outputTokens: estimateTokens(shown.join('')),
    },
    finish: shown.length < text.length ? 'length' : reply.call === undefined ? 'stop' : 'calls',
  }
}

type DemoReply = { readonly text: string; readonly call?: NativeCall }

/** What is answered to a question of no scene. Where the reply must be a call, it looks around first. */
const ANYTHING_ELSE: FoundScene = {
  question: '',
  call: { tool: 'file_list', args: {} },
  answer: FRIENDLY_ANSWER,
  slots: {},
}

/** The same request gives the same reply. */
function replyTo(prompt: DemoPrompt): DemoReply {
  const { form, result, mustCall } = prompt
  if (form.kind === 'decision') return { text: JSON.stringify({ action: 'final', nonce: form.nonce }) }
  const found = findScene(prompt.question)
  const { call } = found ?? (mustCall ? ANYTHING_ELSE : {})
  if (result === undefined && call !== undefined && mayWrite(call, prompt)) return writeCall(call, prompt)
  return { text: answerOf(found ?? ANYTHING_ELSE, prompt) }
}

/** A correction does not list the tools again; the call that it is about was one of them. */
const mayWrite = ({ tool }: SceneCall, { form, tools, isCorrection }: DemoPrompt): boolean =>
  form.kind !== 'prose' && (isCorrection || tools.includes(tool))

function answerOf(found: FoundScene, { question, result, needsLine }: DemoPrompt): string {
  if (question.startsWith(SUMMARY)) return 'The user played scenes of the demo model.'
  if (result !== undefined) return answerScene(found, result, needsLine)
  if (found === ANYTHING_ELSE || found.call === undefined) return fillScene(found.answer, found.slots)
  return `For this question I call ${found.call.tool}, which is not offered to me here.\n\n${FRIENDLY_ANSWER}`
}

/** How a request for a summary of the conversation begins. */
const SUMMARY = 'Below is the older part of a conversation'

function writeCall({ tool, args, slip }: SceneCall, { form, isCorrection }: DemoPrompt): DemoReply {
  if (form.kind === 'native') return { text: '', call: { id: 'demo_1', name: tool, arguments: JSON.stringify(args) } }
  if (form.kind === 'strict') return { text: JSON.stringify({ tool, args, nonce: form.nonce }) }
  return { text: isCorrection || slip === undefined ? callText(tool, args) : SLIPS[slip](tool, args) }
}

const callText = (name: string, args: SceneArgs): string => JSON.stringify({ type: 'tool_call', name, args })

/** Mistakes of small models. The first cannot be read and is asked for again; the second is read as what it is. */
const SLIPS: Readonly<Record<Slip, (tool: string, args: SceneArgs) => string>> = {
  forgetful(tool, args) {
    const [first, ...others] = Object.entries(args)
    return `I will look that up: "${first?.[1] ?? ''}".\n${callText(tool, Object.fromEntries(others))}`
  },
  wrapped: (tool, args) =>
    `Sure! I will look that up.\n\n\`\`\`json\n${callText(tool, args).replaceAll('"', "'")}\n\`\`\``,
}
