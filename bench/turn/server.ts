import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A model server that needs no time to think, in a process of its own: first it calls the last tool that it is offered, and once it has
// seen a result it answers. Both in the form that was asked for, whole or as a stream.

type Tool = { readonly function: { readonly name: string } }
type Asked = {
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string }[]
  readonly tools?: readonly Tool[]
}
type Said = { readonly message: object; readonly delta: object; readonly finish: string }

const HEAD = { id: 'chatcmpl-1', created: 1, model: 'm' }
const USAGE = { prompt_tokens: 120, completion_tokens: 12, total_tokens: 132 }

function calling(name: string): Said {
  const call = { id: 'call_1', type: 'function', function: { name, arguments: '{"path":"notes.md"}' } }
  const message = { role: 'assistant', content: null }
  return {
    message: { ...message, tool_calls: [call] },
    delta: { ...message, tool_calls: [{ index: 0, ...call }] },
    finish: 'tool_calls',
  }
}

const ANSWER = { role: 'assistant', content: 'The notes say that the lamp burned all night.' }
const ANSWERING: Said = { message: ANSWER, delta: ANSWER, finish: 'stop' }

const whole = ({ message, finish }: Said): string =>
  JSON.stringify({
    ...HEAD,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: USAGE,
  })

function streamed({ delta, finish }: Said): string {
  const choices = [
    { index: 0, delta, finish_reason: null },
    { index: 0, delta: {}, finish_reason: finish },
  ]
  const events = [{ choices: [choices[0]] }, { choices: [choices[1]] }, { choices: [], usage: USAGE }]
  const lines = events.map(event => JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', ...event }))
  return [...lines, '[DONE]'].map(line => `data: ${line}\n\n`).join('')
}

/** How many messages each request brought, since run.ts asked last. */
let counts: number[] = []

function answer(text: string, response: ServerResponse): void {
  const { messages, stream = false, tools = [] }: Asked = JSON.parse(text)
  counts.push(messages.length)
  const tool = tools.at(-1)
  const said = tool === undefined || messages.at(-1)?.role === 'tool' ? ANSWERING : calling(tool.function.name)
  const body = stream ? streamed(said) : whole(said)
  response.writeHead(200, {
    'content-type': stream ? 'text/event-stream' : 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => void parts.push(part))
  request.on('end', () => {
    if (request.method === 'POST') return answer(Buffer.concat(parts).toString('utf8'), response)
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  })
})
server.keepAliveTimeout = 60_000 // between two rounds of the same contestant its connection stays open
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
  process.send?.(counts)
  counts = []
})
process.once('disconnect', () => server.close().closeAllConnections())
