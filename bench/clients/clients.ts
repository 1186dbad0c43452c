import { QUESTION, RESULT, TOOL_NAME } from './faulty-upstream.ts'

// The clients as their documentation shows them, each with one tool that remembers how it was called.

export type Place = {
  readonly baseURL: string
  readonly apiKey: string
  readonly model: string
  readonly stream: boolean
}
export type ToolSpec = { readonly name: string; readonly description: string; readonly parameters: object }
export type Task = { readonly question: string; readonly tools: readonly ToolSpec[] }
/** The arguments of each call, and in the same order the tools. */
export type Ran = {
  readonly calls: readonly unknown[]
  readonly names: readonly string[]
  readonly text: string
  readonly error: string
}
export type Client = {
  readonly name: string
  readonly packages: readonly string[]
  readonly run: (place: Place, task?: Task) => Promise<Ran>
}

export const PARAMETERS = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
} as const

const WEATHER_TASK: Task = {
  question: QUESTION,
  tools: [{ name: TOOL_NAME, description: 'The weather in a city over the next days.', parameters: PARAMETERS }],
}

const MAX_STEPS = 4

/** Only as far as they are used: these packages are installed for the benches only, without their types. */
const load = async <Module>(name: string): Promise<Module> => (await import(name)) as Module

type OpenAi = {
  readonly default: new (options: object) => {
    readonly chat: {
      readonly completions: {
        readonly runTools: (body: object, options: object) => { finalContent(): Promise<string | null> }
      }
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

type Job = Task & { readonly use: (name: string, args: unknown) => string }
type Work = (job: Job, place: Place) => Promise<string>

/** Whatever a client throws, what was run until then counts. */
async function recorded(work: Work, place: Place, task: Task): Promise<Ran> {
  const calls: unknown[] = []
  const names: string[] = []
  const use = (name: string, args: unknown): string => {
    calls.push(args)
    names.push(name)
    return RESULT
  }
  try {
    const text = await work({ ...task, use }, place)
    return { calls, names, text, error: '' }
  } catch (thrown) {
    return { calls, names, text: '', error: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

const openai: Work = async ({ question, tools, use }, { baseURL, apiKey, model, stream }) => {
  const { default: OpenAI } = await load<OpenAi>('openai')
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
  const runner = client.chat.completions.runTools(
    {
      model,
      stream,
      messages: [{ role: 'user', content: question }],
      tools: tools.map(spec => ({
        type: 'function',
        function: { ...spec, parse: JSON.parse, function: (args: unknown) => use(spec.name, args) },
      })),
    },
    { maxChatCompletions: MAX_STEPS },
  )
  return (await runner.finalContent()) ?? ''
}

const aiSdk: Work = async ({ question, tools: specs, use }, { baseURL, apiKey, model, stream }) => {
  const [sdk, { createOpenAICompatible }] = [
    await load<AiSdk>('ai'),
    await load<Compatible>('@ai-sdk/openai-compatible'),
  ]
  const provider = createOpenAICompatible({ name: 'endpoint', baseURL, apiKey })
  const toolOf = ({ name, description, parameters }: ToolSpec): object =>
    sdk.tool({
      description,
      inputSchema: sdk.jsonSchema(parameters),
      execute: async (args: unknown) => use(name, args),
    })
  const tools = Object.fromEntries(specs.map(spec => [spec.name, toolOf(spec)]))
  const options = {
    model: provider(model),
    prompt: question,
    tools,
    stopWhen: sdk.stepCountIs(MAX_STEPS),
    maxRetries: 0,
  }
  if (!stream) return (await sdk.generateText(options)).text
  return sdk.streamText({ ...options, onError: () => undefined }).text
}

const langchain: Work = async ({ question, tools, use }, { baseURL, apiKey, model, stream }) => {
  const { ChatOpenAI } = await load<LangChain>('@langchain/openai')
  const { HumanMessage, ToolMessage } = await load<LangChainMessages>('@langchain/core/messages')
  const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL }, maxRetries: 0, useResponsesApi: false })
  const bound = chat.bindTools(tools.map(spec => ({ type: 'function', function: spec })))
  const messages: ChatMessage[] = [new HumanMessage(question)]
  for (let step = 0; step < MAX_STEPS; step++) {
    const said = stream ? await joined(await bound.stream(messages)) : await bound.invoke(messages)
    messages.push(said)
    const { tool_calls: calls = [] } = said
    if (calls.length === 0) return String(said.content)
    for (const call of calls) {
      if (!tools.some(({ name }) => name === call.name)) throw new Error(`there is no tool ${call.name}`)
      messages.push(new ToolMessage({ content: use(call.name, call.args), tool_call_id: call.id }))
    }
  }
  return ''
}

async function joined(chunks: AsyncIterable<ChatMessage>): Promise<ChatMessage> {
  let whole: ChatMessage | undefined
  for await (const chunk of chunks) whole = whole?.concat?.(chunk) ?? chunk
  return whole ?? {}
}

/** This client's strict mode has no optional fields. */
function hasAllRequired({ parameters }: ToolSpec): boolean {
  const { properties = {}, required = [] } = parameters as { properties?: object; required?: readonly string[] }
  return Object.keys(properties).length === required.length
}

/** Without its traces, which would be sent away. */
const agents: Work = async ({ question, tools, use }, { baseURL, apiKey, model, stream }) => {
  const [sdk, { default: OpenAI }] = [await load<Agents>('@openai/agents'), await load<OpenAi>('openai')]
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 })
  const own = tools.map(spec =>
    sdk.tool({ ...spec, strict: hasAllRequired(spec), execute: async (args: unknown) => use(spec.name, args) }),
  )
  const agent = new sdk.Agent({
    name: 'agent',
    instructions: '',
    model: new sdk.OpenAIChatCompletionsModel(client, model),
    tools: own,
  })
  const runner = new sdk.Runner({ tracingDisabled: true })
  const result = await runner.run(agent, question, { stream, maxTurns: MAX_STEPS })
  if (stream) await result.completed
  return String(result.finalOutput)
}

const client = (name: string, packages: readonly string[], work: Work): Client => ({
  name,
  packages,
  run: (place, task = WEATHER_TASK) => recorded(work, place, task),
})

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
