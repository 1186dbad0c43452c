import type { Fault, Model, ModelMessage, ModelRequest, ModelTool, NativeCall } from '../../core/index.ts'
import { type Catalog, type NativeNames, createCatalog, createNativeNames } from '../../catalog/index.ts'
import type { CheckCase, CheckedCall } from './check-case.ts'
import { type CollectedReply, collectReply, written } from './collect-reply.ts'
import { type PlainReading, readNativePlainly, readTextPlainly } from './read-plainly.ts'

export type PlainAnswer = {
  readonly right: boolean
  readonly calls: readonly CheckedCall[]
  /** What the model wrote last. */
  readonly wrote: string
  /** Why a call of it was not run. */
  readonly because: string | null
  readonly fault: Fault | null
}

/** What the tools of a case answer, here as there: they do nothing but remember how they were called. */
export const TOOL_RESULT = 'Done.'

/** The usual way: tools in the server's own field where it has one, else in the prompt; the reader repairs nothing. */
export async function askPlainly(tested: CheckCase, model: Model, signal: AbortSignal): Promise<PlainAnswer> {
  const way = model.can.nativeTools ? nativeWay(tested) : promptedWay(tested)
  const calls: CheckedCall[] = []
  for (let messages = way.messages; ;) {
    const reply = await collectReply(model, { messages, ...way.offer }, signal)
    const told = { calls, wrote: written(reply), because: null, fault: null }
    if (reply.end.fault) return { ...told, right: false, fault: reply.end.fault }
    const reading = way.read(reply)
    if (reading.kind === 'error') return { ...told, right: false, because: reading.because }
    if (reading.kind === 'prose') return { ...told, right: tested.isRight(calls) }
    calls.push(...reading.calls)
    // Those who are asked for several calls may make one after the other.
    if (calls.length >= tested.expects) return { ...told, right: tested.isRight(calls) }
    messages = [...messages, ...way.after(reply)]
  }
}

type Way = {
  readonly messages: readonly ModelMessage[]
  readonly offer: Pick<ModelRequest, 'tools'>
  readonly read: (reply: CollectedReply) => PlainReading
  readonly after: (reply: CollectedReply) => readonly ModelMessage[]
}

const catalogOf = ({ tools }: CheckCase): Catalog => createCatalog(tools, { useAliases: false })

function toolsOf(catalog: Catalog, names?: NativeNames): readonly ModelTool[] {
  return catalog
    .list()
    .map(({ name, description, input }) => ({ name: names?.encode(name) ?? name, description, parameters: input }))
}

function nativeWay(tested: CheckCase): Way {
  const catalog = catalogOf(tested)
  const names = createNativeNames(catalog.list().map(({ name }) => name))
  return {
    messages: nativeMessages(tested.message),
    offer: { tools: toolsOf(catalog, names) },
    read: ({ calls }) =>
      readNativePlainly(
        calls.map(call => ({ ...call, name: names.decode(call.name) ?? call.name })),
        catalog,
      ),
    after({ text, calls }) {
      const named = calls.map((call, index): NativeCall & { id: string } => ({
        ...call,
        id: call.id ?? `call_${index}`,
      }))
      const results = named.map(({ id, name }): ModelMessage => ({
        role: 'tool',
        content: TOOL_RESULT,
        callId: id,
        tool: name,
      }))
      return [{ role: 'assistant', content: text, calls: named }, ...results]
    },
  }
}

function promptedWay(tested: CheckCase): Way {
  const catalog = catalogOf(tested)
  return {
    messages: promptedMessages(tested.message, toolsOf(catalog)),
    offer: {},
    read: ({ text }) => readTextPlainly(text, catalog),
    after: ({ text }) => [
      { role: 'assistant', content: text },
      { role: 'user', content: `Tool result: ${TOOL_RESULT}` },
    ],
  }
}

const GREETING = 'You are a helpful assistant.'

/** For a model that has a field for tools: nothing else to say. */
const nativeMessages = (message: string): readonly ModelMessage[] => [
  { role: 'system', content: `${GREETING} Use the tools when they help.` },
  { role: 'user', content: message },
]

/** For one that has none: the tools as JSON, the form of a call, and when to make none, as programs usually put it. */
const promptedMessages = (message: string, tools: readonly ModelTool[]): readonly ModelMessage[] => [
  {
    role: 'system',
    content: `${GREETING} You have access to these tools:

${JSON.stringify(tools, null, 2)}

To use a tool, reply with nothing but a JSON object in this form:
{"name": "tool name", "arguments": {"argument name": "value"}}
To use several, reply with a JSON list of such objects. If no tool is needed, answer in plain text.`,
  },
  { role: 'user', content: message },
]
