import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SPOKEN_WAYS, WRITTEN_WAYS } from './written-ways.ts'

// A model server with one fault for each of its models: the model knows which tool it wants and with which arguments, and what it or its
// server writes is not what a client expects. Once it has seen a result it answers. Whole or as a stream, as it is asked.

export const QUESTION = 'What will the weather be in Zürich over the next 3 days?'
export const CITY_ARGS = { city: 'Zürich', days: 3 }
export const SECOND_ARGS = { city: 'Genève', days: 1 }
export const RESULT = 'sunny, 21 degrees'
export const TOOL_NAME = 'get_weather'

type Args = Readonly<Record<string, string | number>>
type Call = {
  readonly id?: string
  readonly index?: number
  readonly type?: string
  readonly function: { name: string; arguments: unknown }
}
type Said = {
  readonly content: string | null
  readonly calls?: readonly Call[]
  readonly reasoning?: string
  readonly finish: string
}

const text = (content: string, finish = 'stop'): Said => ({ content, finish })
const written = (args: Args): string => JSON.stringify({ name: TOOL_NAME, arguments: args })
const single = (args: Args): string =>
  `{'name': '${TOOL_NAME}', 'arguments': {'city': '${args['city']}', 'days': ${args['days']}}}`
const python = (args: Args): string => `${TOOL_NAME}(city="${args['city']}", days=${args['days']})`
const right = (args: Args, more: Partial<Call> = {}): Call => ({
  id: 'call_1',
  index: 0,
  type: 'function',
  function: { name: TOOL_NAME, arguments: JSON.stringify(args) },
  ...more,
})
const native = (call: Call, finish = 'tool_calls'): Said => ({ content: null, calls: [call], finish })
const without = (call: Call, key: 'id' | 'index'): Call =>
  Object.fromEntries(Object.entries(call).filter(([name]) => name !== key)) as Call
const named = (name: string): Call => right(CITY_ARGS, { function: { name, arguments: JSON.stringify(CITY_ARGS) } })

/** `wasTold`: the last message says that the reply before was refused. */
type Fault = { readonly words: string; readonly say: (wasTold: boolean) => Said; readonly calls?: readonly Args[] }

export const FAULTS: Readonly<Record<string, Fault>> = {
  none: { words: 'no fault', say: () => native(right(CITY_ARGS)) },
  fenced: { words: 'call as fenced JSON in the text', say: () => text(`\`\`\`json\n${written(CITY_ARGS)}\n\`\`\``) },
  'fenced-prose': {
    words: 'fenced JSON with prose around it',
    say: () => text(`I will look that up for you.\n\n\`\`\`json\n${written(CITY_ARGS)}\n\`\`\`\n\nOne moment, please.`),
  },
  tags: { words: 'call in `<tool_call>` tags', say: () => text(`<tool_call>\n${written(CITY_ARGS)}\n</tool_call>`) },
  request: {
    words: 'call between `[TOOL_REQUEST]` marks',
    say: () => text(`[TOOL_REQUEST]${written(CITY_ARGS)}[END_TOOL_REQUEST]`),
  },
  python: { words: 'call as Python', say: () => text(`[${python(CITY_ARGS)}]`) },
  'python-fence': {
    words: 'call as Python in a fence',
    say: () => text(`\`\`\`tool_code\n${python(CITY_ARGS)}\n\`\`\``),
  },
  quotes: { words: 'single quotes', say: () => text(single(CITY_ARGS)) },
  'native-quotes': {
    words: 'single quotes in native arguments',
    say: () => native(right(CITY_ARGS, { function: { name: TOOL_NAME, arguments: `{'city': 'Zürich', 'days': 3}` } })),
  },
  object: {
    words: 'arguments as an object',
    say: () => native(right(CITY_ARGS, { function: { name: TOOL_NAME, arguments: CITY_ARGS } })),
  },
  'no-index': { words: 'no index', say: () => native(without(right(CITY_ARGS), 'index')) },
  'no-id': { words: 'no id', say: () => native(without(right(CITY_ARGS), 'id')) },
  'other-spelling': { words: 'tool name in another spelling', say: () => native(named('getWeather')) },
  namespace: { words: 'tool name with a namespace', say: () => native(named(`functions.${TOOL_NAME}`)) },
  'wrong-name': {
    words: 'wrong tool name until it is told',
    say: wasTold => native(wasTold ? right(CITY_ARGS) : named('weather_forecast_service')),
  },
  'wrong-type': {
    words: 'a number as a string',
    say: () => native(right(CITY_ARGS, { function: { name: TOOL_NAME, arguments: '{"city":"Zürich","days":"3"}' } })),
  },
  stop: { words: 'finish_reason stop beside a call', say: () => native(right(CITY_ARGS), 'stop') },
  reasoning: {
    words: 'call left in the reasoning',
    say: () => ({ content: '', reasoning: written(CITY_ARGS), finish: 'stop' }),
  },
  two: {
    words: 'two calls as fenced JSON',
    say: () => text(`\`\`\`json\n[${written(CITY_ARGS)}, ${written(SECOND_ARGS)}]\n\`\`\``),
    calls: [CITY_ARGS, SECOND_ARGS],
  },
  'args-fence': {
    words: 'native arguments in a fence',
    say: () =>
      native(
        right(CITY_ARGS, {
          function: { name: TOOL_NAME, arguments: `\`\`\`json\n${JSON.stringify(CITY_ARGS)}\n\`\`\`` },
        }),
      ),
  },
  'args-call': {
    words: 'the whole call as native arguments',
    say: () => native(right(CITY_ARGS, { function: { name: TOOL_NAME, arguments: written(CITY_ARGS) } })),
  },
  ...Object.fromEntries(
    Object.entries(WRITTEN_WAYS).map(([name, [words, content]]) => [name, { words, say: () => text(content) }]),
  ),
  ...Object.fromEntries(
    Object.entries(SPOKEN_WAYS).map(([name, [words, content]]) => [
      name,
      { words, say: () => text(content), calls: [] },
    ]),
  ),
}

export const expectedCalls = (fault: string): readonly Args[] => FAULTS[fault]?.calls ?? [CITY_ARGS]

type Message = { readonly role: string; readonly content?: unknown }
type Asked = {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly Message[]
  readonly tools?: readonly unknown[]
}

/** `words`: a model that reads. `roles`: one that only looks who spoke last, and calls nothing that is not in the field for tools. */
export type Sight = 'words' | 'roles'

function reply({ model, messages, tools = [] }: Asked, sight: Sight): Said {
  const all = JSON.stringify(messages)
  const last = JSON.stringify(messages.at(-1)?.content ?? '')
  const hasResult = sight === 'words' ? all.includes(RESULT) : messages.at(-1)?.role === 'tool'
  if (hasResult) return text(`It will be ${RESULT}.`)
  if (!all.includes('Zürich') || (sight === 'roles' && tools.length === 0)) return text('Hello.')
  return (
    FAULTS[model]?.say(/refused|invalid|available|no tool|not found|unknown|try again/i.test(last)) ?? text('Hello.')
  )
}

const HEAD = { id: 'chatcmpl-upstream', created: 1_763_172_000 }
const USAGE = { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 }

function whole({ content, calls, reasoning, finish }: Said, model: string): string {
  const message = {
    role: 'assistant',
    content,
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(calls && { tool_calls: calls.map(({ index: _index, ...call }) => call) }),
  }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }]
  return JSON.stringify({ ...HEAD, model, object: 'chat.completion', choices, usage: USAGE })
}

/** A few letters at a time, as a model writes. */
function pieces(content: string): readonly string[] {
  const letters = Array.from(content)
  return Array.from({ length: Math.ceil(letters.length / 4) }, (_, index) =>
    letters.slice(index * 4, index * 4 + 4).join(''),
  )
}

function streamed({ content, calls = [], reasoning = '', finish }: Said, model: string): string {
  const deltas: readonly object[] = [
    { role: 'assistant', content: null },
    ...pieces(reasoning).map(reasoning_content => ({ reasoning_content })),
    ...pieces(content ?? '').map(part => ({ content: part })),
    ...calls.map(call => ({ tool_calls: [call] })),
  ]
  const chunk = (choices: readonly object[], usage: object | null = null): object => ({
    ...HEAD,
    model,
    object: 'chat.completion.chunk',
    choices,
    usage,
  })
  const events = [
    ...deltas.map(delta => chunk([{ index: 0, delta, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason: finish }]),
    chunk([], USAGE),
  ]
  return [...events.map(event => JSON.stringify(event)), '[DONE]'].map(line => `data: ${line}\n\n`).join('')
}

function answer(body: string, sight: Sight, response: ServerResponse): void {
  const asked: Asked = JSON.parse(body)
  const said = reply(asked, sight)
  const isStream = asked.stream === true
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  response.end(isStream ? streamed(said, asked.model) : whole(said, asked.model))
}

export type Upstream = { readonly url: string; readonly close: () => Promise<void> }

export async function startFaultyUpstream(sight: Sight = 'words'): Promise<Upstream> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      if (request.method === 'POST') return answer(Buffer.concat(parts).toString('utf8'), sight, response)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
