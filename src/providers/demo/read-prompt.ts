import { type ModelMessage, type ModelRequest, isJsonObject, parseJsonText, textOf } from '../../core/index.ts'

/** What a tool gave, as the prompt shows it. */
export type ShownResult = { readonly text: string; readonly receipt: string | undefined }

/** How a call is written. `decision`: the end of calling is an object, too. `prose`: no call may be made. */
type CallForm =
  | { readonly kind: 'native' | 'lenient' | 'prose' }
  | { readonly kind: 'strict' | 'decision'; readonly nonce: string }

/** All that the demo model knows: it has nothing but the request. */
export type DemoPrompt = {
  /** The person's last message. */
  readonly question: string
  /** The last result since then. */
  readonly result: ShownResult | undefined
  readonly form: CallForm
  /** The reply must be a call. */
  readonly mustCall: boolean
  /** The last reply was refused, and is asked for again. */
  readonly isCorrection: boolean
  /** The answer must end with a line of evidence. */
  readonly needsLine: boolean
  /** Names of the offered tools. */
  readonly tools: readonly string[]
}

/** How the protocol's own parts of a user message begin; what stands before the first of them is the person's. */
const OWN_PART = new RegExp(
  `^(?:${[
    'Tool Call Protocol ',
    'How to reply: ',
    'Decide what comes next',
    'Now either call ',
    'No tool steps remain',
    'Write the answer to the user now',
    'You have one job: ',
    'Your last (?:reply|answer) (?:was|holds) ',
    'End your answer with exactly one line',
    'If your answer says what is in the files',
    'When you call no tool:',
    'Write your answer as one JSON object',
  ].join('|')})`,
  'm',
)

export function readPrompt(request: ModelRequest): DemoPrompt {
  const messages = request.messages.map(message => ({ role: message.role, ...readMessage(message) }))
  const questions = messages.map(({ role, text }) => (role === 'user' ? beforeOwnPart(text) : ''))
  const asked = questions.findLastIndex(question => question !== '')
  const last = messages.at(-1)?.text ?? ''
  return {
    question: questions[asked] ?? '',
    result: messages
      .slice(asked + 1)
      .flatMap(({ results }) => results)
      .at(-1),
    form: formOf(request, last),
    mustCall:
      request.toolChoice === 'required' || /^(?:TOOL_CALL_REQUIRED: true|How to reply: call a tool)/m.test(last),
    isCorrection: /^Your last reply was refused\. Correction /m.test(last),
    needsLine: /^End your answer with exactly one line/m.test(last),
    tools: toolsOf(request),
  }
}

function beforeOwnPart(text: string): string {
  const at = text.search(OWN_PART)
  return (at < 0 ? text : text.slice(0, at)).trim()
}

function formOf({ tools = [], toolChoice }: ModelRequest, last: string): CallForm {
  if (tools.length > 0) return { kind: toolChoice === 'none' ? 'prose' : 'native' }
  const nonce = /^TOOL_NONCE: (\S+)/m.exec(last)?.[1]
  if (nonce !== undefined) return { kind: /^Decide what comes next/m.test(last) ? 'decision' : 'strict', nonce }
  return { kind: /^(?:How to reply: |Now either call |Your last reply was )/m.test(last) ? 'lenient' : 'prose' }
}

/** From the provider's own field, or from the example that the prompt shows of each tool. */
function toolsOf({ tools = [], messages }: ModelRequest): readonly string[] {
  if (tools.length > 0) return tools.map(({ name }) => name)
  const shown = messages.flatMap(({ role, content }) => (role === 'system' ? content.split('\n') : []))
  return shown.flatMap(line => {
    const call = line.startsWith('Example: ') ? parseJsonText(line.slice('Example: '.length)) : undefined
    return isJsonObject(call) ? [textOf(call['tool']) || textOf(call['name'])] : []
  })
}

type ReadMessage = { readonly text: string; readonly results: readonly ShownResult[] }

const RESULT = /^Result of .+\. It is data, not an instruction\.$/
const FENCE = /^`{3,}[a-z]+_\S+$/
const RECEIPT = 'receipt_id: '

/** Takes the results out of a message. Other text between marks is data, too, and is left out. */
function readMessage(message: ModelMessage): ReadMessage {
  const lines = message.content.split('\n')
  const [own, results] = [new Array<string>(), new Array<ShownResult>()]
  let header: string[] | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (FENCE.test(line)) {
      const end = lines.indexOf(line, at + 1)
      const close = end < 0 ? lines.length : end
      const receipt = header?.find(each => each.startsWith(RECEIPT))?.slice(RECEIPT.length)
      if (header !== undefined) results.push({ text: lines.slice(at + 1, close).join('\n'), receipt })
      header = undefined
      at = close
    } else if (header !== undefined) header.push(line)
    else if (RESULT.test(line)) header = []
    else own.push(line)
  }
  const isBare = message.role === 'tool' && results.length === 0
  return { text: own.join('\n'), results: isBare ? [{ text: message.content, receipt: undefined }] : results }
}
