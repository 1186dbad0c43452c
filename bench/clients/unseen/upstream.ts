import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RESULT } from '../faulty-upstream.ts'
import type { UnseenReply } from './batch.ts'

// A server whose models each give one reply of a batch, and if they are asked again say plainly what they meant.

/** `bytes`: half characters in a delta, and a stream that arrives in pieces of a few bytes. */
export type Cut = 'letters' | 'bytes'
export type UnseenUpstream = {
  readonly url: string
  readonly close: () => Promise<void>
  cut: Cut
  readonly asked: Map<string, number>
}

type Call = { readonly index?: number; readonly function: { readonly name: string; readonly arguments: unknown } }
type Message = {
  readonly content?: string | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly Call[]
}
type Said = { readonly message: Message; readonly finish: string }

const plain = ({ meant, question }: UnseenReply): Said => {
  if (meant.length === 0) return { message: { content: `I made no call. You asked: ${question}` }, finish: 'stop' }
  const tool_calls = meant.map(({ name, args }, index) => ({
    index,
    id: `again_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  return { message: { content: null, tool_calls }, finish: 'tool_calls' }
}

function pieces(text: string, cut: Cut): readonly string[] {
  const letters = cut === 'letters' ? Array.from(text) : text.split('')
  const size = cut === 'letters' ? 4 : 3
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, index) =>
    letters.slice(index * size, index * size + size).join(''),
  )
}

/** A call that has an index is cut as well, as servers do; one without can only come whole. */
function callDeltas(call: Call, cut: Cut): readonly object[] {
  const { index, function: target } = call
  if (index === undefined || typeof target.arguments !== 'string') return [{ tool_calls: [call] }]
  const parts = pieces(target.arguments, cut)
  return [
    { tool_calls: [{ ...call, function: { ...target, arguments: '' } }] },
    ...parts.map(part => ({ tool_calls: [{ index, function: { arguments: part } }] })),
  ]
}

function streamed({ message, finish }: Said, model: string, cut: Cut): string {
  const { content, reasoning_content, tool_calls = [], ...others } = message
  const deltas = [
    { role: 'assistant', content: '', ...others },
    ...pieces(reasoning_content ?? '', cut).map(part => ({ reasoning_content: part })),
    ...pieces(content ?? '', cut).map(part => ({ content: part })),
    ...tool_calls.flatMap(call => callDeltas(call, cut)),
  ]
  const event = (choice: object): string =>
    `data: ${JSON.stringify({ id: 'u', created: 1, model, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`
  const body = deltas.map(delta => event({ delta, finish_reason: null })).join('')
  return `${body}${event({ delta: {}, finish_reason: finish })}data: [DONE]\n\n`
}

async function send(body: string, cut: Cut, response: ServerResponse): Promise<void> {
  if (cut === 'letters') return void response.end(body)
  const bytes = Buffer.from(body)
  const size = Math.max(17, Math.floor(bytes.length / 200)) | 1
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size))
    await new Promise(resolve => setImmediate(resolve))
  }
  response.end()
}

export async function startUnseenUpstream(replies: readonly UnseenReply[]): Promise<UnseenUpstream> {
  const known = new Map(replies.map(reply => [reply.id, reply]))
  const asked = new Map<string, number>()
  const next = (reply: UnseenReply, messages: string): Said => {
    if (!messages.includes(JSON.stringify(reply.question).slice(1, -1)))
      return { message: { content: 'Hello.' }, finish: 'stop' } // a probe
    const times = (asked.get(reply.id) ?? 0) + 1
    asked.set(reply.id, times)
    if (messages.includes(RESULT)) return { message: { content: `It is done: ${RESULT}.` }, finish: 'stop' }
    return times === 1 ? { message: reply.message, finish: reply.finish } : plain(reply)
  }
  const answer = (text: string, response: ServerResponse): void => {
    const { model, stream, messages } = JSON.parse(text)
    const reply = known.get(model)
    if (reply === undefined) return void response.writeHead(404).end('{}')
    const said = next(reply, JSON.stringify(messages))
    response.writeHead(200, { 'content-type': stream === true ? 'text/event-stream' : 'application/json' })
    if (stream === true) return void send(streamed(said, model, upstream.cut), upstream.cut, response)
    const message = { role: 'assistant', ...said.message }
    response.end(
      JSON.stringify({
        id: 'u',
        created: 1,
        model,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: said.finish }],
      }),
    )
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      if (request.method === 'POST') return answer(Buffer.concat(parts).toString('utf8'), response)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const upstream: UnseenUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    cut: 'letters',
    asked,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return upstream
}
