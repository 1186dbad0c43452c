import { QUESTION, RESULT, TOOL_NAME } from './faulty-upstream.ts'

// The clients as their documentation shows them, each with one tool that remembers how it was called.

export type Place = { readonly baseURL: string; readonly apiKey: string; readonly model: string; readonly stream: boolean }
export type Ran = { readonly calls: readonly unknown[]; readonly text: string; readonly error: string }
export type Client = { readonly name: string; readonly packages: readonly string[]; readonly run: (place: Place) => Promise<Ran> }

const DESCRIPTION = 'The weather in a city over the next days.'
export const PARAMETERS = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
} as const

const MAX_STEPS = 4

/** Only as far as they are used: these packages are installed for the benches only, without their types. */
const load = async <Module>(name: string): Promise<Module> => (await import(name)) as Module

type OpenAi = {
  readonly default: new (options: object) => {
    readonly chat: {
      readonly completions: { readonly runTools: (body: object, options: object) => { finalContent(): Promise<string | null> } }
    }
  }
}
type AiSdk = {
  readonly tool: (tool: object) => object
  readonly jsonSchema: (schema: object) => object
  readonly stepCountIs: (steps: number) => object
  readonly generateText: (options: object) => Promise<{ readonly text: string }>
  readonly streamText: (options: object) => { readonly text: PromiseLike<string> }
}
type Compatible = { readonly createOpenAICompatible: (options: object) => (model: string) => object }
type ChatMessage = {
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly name: string; readonly args: unknown; readonly id: string }[]
  readonly concat?: (more: ChatMessage) => ChatMessage
}
type LangChain = {
  readonly ChatOpenAI: new (options: object) => {
    readonly bindTools: (tools: readonly object[]) => {
      readonly stream: (messages: readonly ChatMessage[]) => Promise<AsyncIterable<ChatMessage>>
      readonly invoke: (messages: readonly ChatMessage[]) => Promise<ChatMessage>
    }
  }
}
type LangChainMessages = {
  readonly HumanMessage: new (text: string) => ChatMessage
  readonly ToolMessage: new (fields: object) => ChatMessage
}
type Agents = {
  readonly tool: (tool: object) => object
  readonly Agent: new (options: object) => object
  readonly OpenAIChatCompletionsModel: new (client: object, model: string) => object
  readonly Runner: new (options: object) => {
    readonly run: (
      agent: object,
      message: string,
      options: object,
    ) => Promise<{ readonly finalOutput?: unknown; readonly completed?: Promise<void> }>
  }
}

type Tool = (args: unknown) => string
type Work = (tool: Tool, place: Place) => Promise<string>

/** Whatever a client throws, what was run until then counts. */
async function recorded(work: Work, place: Place): Promise<Ran> {
  const calls: unknown[] = []
  try {
    const text = await work(args => {
      calls.push(args)
      return RESULT
    }, place)
    return { calls, text, error: '' }
  } catch (thrown) {
    return { calls, text: '', error: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

const openai: Work = async (tool, { baseURL, apiKey, model, stream }) => {
  const { default: OpenAI } = await load<OpenAi>('openai')
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
  const runner = client.chat.completions.runTools(
    {
      model,
      stream,
      messages: [{ role: 'user', content: QUESTION }],
      tools: [
        {
          type: 'function',
          function: { name: TOOL_NAME, description: DESCRIPTION, parameters: PARAMETERS, parse: JSON.parse, function: tool },
        },
      ],
    },
    { maxChatCompletions: MAX_STEPS },
  )
  return (await runner.finalContent()) ?? ''
}

const aiSdk: Work = async (tool, { baseURL, apiKey, model, stream }) => {
  const [sdk, { createOpenAICompatible }] = [await load<AiSdk>('ai'), await load<Compatible>('@ai-sdk/openai-compatible')]
  const provider = createOpenAICompatible({ name: 'endpoint', baseURL, apiKey })
  const tools = {
    [TOOL_NAME]: sdk.tool({
      description: DESCRIPTION,
      inputSchema: sdk.jsonSchema(PARAMETERS),
      execute: async (args: unknown) => tool(args),
    }),
  }
  const options = { model: provider(model), prompt: QUESTION, tools, stopWhen: sdk.stepCountIs(MAX_STEPS), maxRetries: 0 }
  if (!stream) return (await sdk.generateText(options)).text
  return sdk.streamText({ ...options, onError: () => undefined }).text
}

const langchain: Work = async (tool, { baseURL, apiKey, model, stream }) => {
  const { ChatOpenAI } = await load<LangChain>('@langchain/openai')
  const { HumanMessage, ToolMessage } = await load<LangChainMessages>('@langchain/core/messages')
  const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL }, maxRetries: 0, useResponsesApi: false })
  const bound = chat.bindTools([{ type: 'function', function: { name: TOOL_NAME, description: DESCRIPTION, parameters: PARAMETERS } }])
  const messages: ChatMessage[] = [new HumanMessage(QUESTION)]
  for (let step = 0; step < MAX_STEPS; step++) {
    const said = stream ? await joined(await bound.stream(messages)) : await bound.invoke(messages)
    messages.push(said)
    const { tool_calls: calls = [] } = said
    if (calls.length === 0) return String(said.content)
    for (const call of calls) {
      if (call.name !== TOOL_NAME) throw new Error(`there is no tool ${call.name}`)
      messages.push(new ToolMessage({ content: tool(call.args), tool_call_id: call.id }))
    }
  }
  return ''
}

async function joined(chunks: AsyncIterable<ChatMessage>): Promise<ChatMessage> {
  let whole: ChatMessage | undefined
  for await (const chunk of chunks) whole = whole?.concat?.(chunk) ?? chunk
  return whole ?? {}
}

/** Without its traces, which would be sent away. */
const agents: Work = async (tool, { baseURL, apiKey, model, stream }) => {
  const [sdk, { default: OpenAI }] = [await load<Agents>('@openai/agents'), await load<OpenAi>('openai')]
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
  const own = sdk.tool({
    name: TOOL_NAME,
    description: DESCRIPTION,
    parameters: PARAMETERS,
    strict: true,
    execute: async (args: unknown) => tool(args),
  })
  const agent = new sdk.Agent({ name: 'agent', instructions: '', model: new sdk.OpenAIChatCompletionsModel(client, model), tools: [own] })
  const runner = new sdk.Runner({ tracingDisabled: true })
  const result = await runner.run(agent, QUESTION, { stream, maxTurns: MAX_STEPS })
  if (stream) await result.completed
  return String(result.finalOutput)
}

const client = (name: string, packages: readonly string[], work: Work): Client => ({ name, packages, run: place => recorded(work, place) })

export const CLIENTS: readonly Client[] = [
  client('openai', ['openai'], openai),
  client('ai', ['ai', '@ai-sdk/openai-compatible'], aiSdk),
  client('@langchain/openai', ['@langchain/openai', '@langchain/core/messages'], langchain),
  client('@openai/agents', ['@openai/agents', 'openai'], agents),
]

/** The first of its packages that cannot be loaded here. */
export async function missingPackage({ packages }: Client): Promise<string | undefined> {
  for (const name of packages) {
    try {
      await load(name)
    } catch {
      return name
    }
  }
  return undefined
}
