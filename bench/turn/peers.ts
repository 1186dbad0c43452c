import { systemSection } from '../../src/protocol/prompts/system-section.ts'
import { loadPeer } from '../peers.ts'

/** One tool turn from the message to the answer; what it answers is checked by the caller. */
export type Turn = () => Promise<string>
/** A new conversation. Each of its turns knows the messages of those before, as ours sends them: question and answer, not the calls between. */
export type Begin = () => Turn

export const QUESTION = 'Read the file notes.md and tell me what it says.'
export const TOOL = { name: 'trivial_read', description: 'Reads a file.' }
export const RESULT = 'The lamp burned all night.'
/** What ours says to a model before the first message. */
const INSTRUCTIONS = systemSection({ hasTools: true, knowledge: [], earlierCalls: [] }).text

type Zod = { readonly z: { readonly object: (shape: object) => object; readonly string: () => object } }
type Ai = {
  readonly generateText: (options: object) => Promise<{ readonly text: string }>
  readonly streamText: (options: object) => { readonly text: Promise<string> }
  readonly tool: (options: object) => object
  readonly stepCountIs: (steps: number) => object
}
type Compatible = { readonly createOpenAICompatible: (options: object) => (model: string) => object }
type Agents = {
  readonly Agent: new (options: object) => object
  readonly Runner: new (options: object) => {
    readonly run: (agent: object, messages: readonly object[]) => Promise<{ readonly finalOutput?: unknown }>
  }
  readonly user: (text: string) => object
  readonly assistant: (text: string) => object
  readonly OpenAIChatCompletionsModel: new (client: object, model: string) => object
  readonly tool: (options: object) => object
}
type OpenAi = { readonly OpenAI: new (options: object) => object }

async function inputSchema(): Promise<object> {
  const { z } = (await loadPeer('zod')) as Zod
  return z.object({ path: z.string() })
}

type Words = { readonly ask: (text: string) => object; readonly answer: (text: string) => object }

/** From the messages so far to an answer, in the words of the peer; what was asked and answered stands in the messages of the next turn. */
function beginning({ ask, answer }: Words, complete: (messages: readonly object[]) => Promise<string>): Begin {
  return () => {
    const messages: object[] = []
    return async () => {
      messages.push(ask(QUESTION))
      const text = await complete(messages)
      messages.push(answer(text))
      return text
    }
  }
}

const PLAIN: Words = {
  ask: content => ({ role: 'user', content }),
  answer: content => ({ role: 'assistant', content }),
}

/** The AI SDK, as its documentation writes a turn with a tool; it validates arguments with zod. */
export async function openAiSdk(url: string, how: 'generateText' | 'streamText'): Promise<Begin | undefined> {
  const [sdk, compatible] = [await loadPeer('ai'), await loadPeer('@ai-sdk/openai-compatible')]
  if (sdk === undefined || compatible === undefined) return undefined
  const { generateText, streamText, tool, stepCountIs } = sdk as Ai
  const model = (compatible as Compatible).createOpenAICompatible({ name: 'bench', baseURL: url, includeUsage: true })(
    'm',
  )
  const { name, description } = TOOL
  const tools = { [name]: tool({ description, inputSchema: await inputSchema(), execute: async () => RESULT }) }
  const options = { model, tools, stopWhen: stepCountIs(6), system: INSTRUCTIONS }
  return how === 'generateText'
    ? beginning(PLAIN, async messages => (await generateText({ ...options, messages })).text)
    : beginning(PLAIN, async messages => streamText({ ...options, messages }).text)
}

/** Without its traces, which would be sent to OpenAI. */
export async function openAgents(url: string): Promise<Begin | undefined> {
  const [sdk, client] = [await loadPeer('@openai/agents'), await loadPeer('openai')]
  if (sdk === undefined || client === undefined) return undefined
  const { Agent, Runner, OpenAIChatCompletionsModel, tool, user, assistant } = sdk as Agents
  const openai = new (client as OpenAi).OpenAI({ baseURL: url, apiKey: 'none' })
  const tools = [tool({ ...TOOL, parameters: await inputSchema(), execute: async () => RESULT })]
  const agent = new Agent({
    name: 'bench',
    instructions: INSTRUCTIONS,
    model: new OpenAIChatCompletionsModel(openai, 'm'),
    tools,
  })
  const runner = new Runner({ tracingDisabled: true })
  return beginning({ ask: user, answer: assistant }, async messages =>
    String((await runner.run(agent, messages)).finalOutput),
  )
}

type Message = { readonly content: string | null; readonly tool_calls?: readonly { readonly id: string }[] }
type Completion = { readonly choices: readonly [{ readonly message: Message }] }

/** The floor: what any turn must send and read, and nothing else. */
export function twoRequests(url: string): Begin {
  const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
  const tools = [{ type: 'function', function: { ...TOOL, parameters } }]
  const ask = async (messages: readonly object[]): Promise<Message> => {
    const body = JSON.stringify({ model: 'm', messages, tools })
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return ((await response.json()) as Completion).choices[0].message
  }
  return beginning(PLAIN, async earlier => {
    const messages = [{ role: 'system', content: INSTRUCTIONS }, ...earlier]
    const called = await ask(messages)
    const result = { role: 'tool', tool_call_id: called.tool_calls?.[0]?.id, content: RESULT }
    return (await ask([...messages, called, result])).content ?? ''
  })
}
