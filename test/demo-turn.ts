import { cpSync } from 'node:fs'
import {
  type Model,
  type ModelMessage,
  type ModelRequest,
  type NativeCall,
  type ToolCall,
  type ToolDefinition,
  sha256,
  toolErrorBlock,
} from '../src/core/index.ts'
import {
  type Reading,
  type ReadRequest,
  catalogSection,
  decisionSection,
  finalSection,
  isRepairable,
  nextSection,
  planEnforcement,
  protocolSection,
  readReply,
  repairRequest,
  resultSection,
  systemSection,
} from '../src/protocol/index.ts'
import type { Catalog } from '../src/catalog/index.ts'
import { workspaceCatalog } from '../src/runtime/own-tool.ts'
import { type World, createWorld } from './paths/world.ts'

export const catalog: Catalog = workspaceCatalog([])
export const offered: readonly ToolDefinition[] = catalog.tools.filter(tool => tool.facts.hidden !== true)

export const manuscript = (): World => {
  const world = createWorld()
  cpSync(new URL('../examples/manuscript', import.meta.url), world.root, { recursive: true })
  return world
}

export type Reply = { readonly text: string; readonly calls: readonly NativeCall[] }

export async function replyOf(model: Model, request: ModelRequest): Promise<Reply> {
  const reply = { text: '', calls: new Array<NativeCall>() }
  for await (const chunk of model.reply(request, new AbortController().signal)) {
    if (chunk.kind === 'text') reply.text += chunk.text
    if (chunk.kind === 'call') reply.calls.push(chunk.call)
    if (chunk.kind === 'end' && chunk.fault !== undefined) throw new Error(chunk.fault.message)
  }
  return reply
}

export type TurnOptions = {
  readonly profile?: 'lenient' | 'strict' | 'native'
  readonly tools?: readonly ToolDefinition[]
  readonly required?: boolean
  /** Beside the system prompt. */
  readonly rules?: string
  readonly earlier?: readonly ModelMessage[]
}

/** One reply of the model: what was written, and how it was read. */
export type Step = {
  readonly request: ModelRequest
  readonly reply: Reply
  readonly reading: Reading
  readonly isRepair: boolean
}
export type Turn = {
  readonly steps: readonly Step[]
  readonly calls: readonly ToolCall[]
  readonly results: readonly string[]
  readonly answer: string
}

const MAX_STEPS = 8

/** Plays a turn as the runtime does, with the real prompts, the real reader and the real tools; only gates and records are left out. */
export async function playTurn(model: Model, question: string, world: World, options: TurnOptions = {}): Promise<Turn> {
  const { profile = 'lenient', tools = offered, required = false, rules = '', earlier = [] } = options
  const toolbox = catalog.only(tools)
  const shownCatalog = profile === 'native' || tools.length === 0 ? '' : `\n\n${catalogSection(tools, profile).text}`
  const system = `${systemSection({ hasTools: tools.length > 0, knowledge: [], earlierCalls: [] }).text}${rules}${shownCatalog}`
  const said: ModelMessage[] = [{ role: 'system', content: system }, ...earlier, { role: 'user', content: question }]
  const [steps, calls, results] = [new Array<Step>(), new Array<ToolCall>(), new Array<string>()]
  let number = 0

  const withTail = (tail: string): readonly ModelMessage[] => {
    const last = said.at(-1)
    return last?.role === 'user'
      ? [...said.slice(0, -1), { role: 'user', content: `${last.content}\n\n${tail}` }]
      : said
  }
  const ask = async (request: ModelRequest, read: ReadRequest, isRepair = false): Promise<Step> => {
    const reply = await replyOf(model, request)
    const step = {
      request,
      reply,
      reading: readReply({ content: reply.text, calls: reply.calls }, read, toolbox),
      isRepair,
    }
    steps.push(step)
    return step
  }
  const next = async (): Promise<Step> => {
    const isFirst = calls.length === 0
    if (profile === 'native') {
      const native = tools.map(({ name, description, input }) => ({ name, description, parameters: input }))
      return ask({ messages: said, tools: native, toolChoice: required && isFirst ? 'required' : 'auto' }, { profile })
    }
    const nonce = `n_${number++}_${profile}`
    const stepsRemaining = MAX_STEPS - calls.length
    const prompt = isFirst
      ? profile === 'strict'
        ? protocolSection({ profile, required, nonce })
        : protocolSection({ profile, required })
      : profile === 'strict'
        ? decisionSection({ nonce, stepsRemaining, allowedTools: tools.map(({ name }) => name) })
        : nextSection({ stepsRemaining })
    const { jsonSchema: canJsonSchema } = model.can
    const { responseSchema } = planEnforcement({
      step: isFirst ? 1 : 2,
      required: required && isFirst,
      profile,
      tools,
      nonce,
      canJsonSchema,
      wire: model.wire,
    })
    const phase = profile === 'strict' && !isFirst ? 'decision' : 'call'
    return ask(
      { messages: withTail(prompt.text), ...(responseSchema && { responseSchema }) },
      { profile, phase, required: required && isFirst, shown: results, ...(profile === 'strict' && { nonce }) },
    )
  }
  const repair = async (refused: Step): Promise<Step> => {
    const { move } = refused.reading
    if (move.kind !== 'rejected' || profile === 'strict' || !isRepairable(move.rejection.fault)) return refused
    const { system: job, user } = repairRequest({
      profile,
      tools,
      rejection: move.rejection,
      invalidOutput: refused.reply.text,
      attempt: 1,
    })
    const messages: readonly ModelMessage[] = [
      { role: 'system', content: job.text },
      { role: 'user', content: `${question}\n\n${user.text}` },
    ]
    return ask({ messages }, { profile }, true)
  }
  const run = async (call: ToolCall): Promise<string> => {
    const result = await world.execute(call)
    const text = result.ok ? result.value.text : toolErrorBlock(result.error)
    calls.push(call)
    results.push(text)
    return resultSection({
      tool: call.tool.name,
      text,
      sha256: sha256(text),
      totalBytes: Buffer.byteLength(text),
      receipt: `rcpt_${calls.length}`,
    }).text
  }

  for (let asked = 0; asked < MAX_STEPS; asked++) {
    const first = await next()
    const { reading, reply } = first.reading.move.kind === 'rejected' ? await repair(first) : first
    if (reading.move.kind === 'answer') return { steps, calls, results, answer: reading.text }
    if (reading.move.kind === 'rejected')
      return { steps, calls, results, answer: `REJECTED ${reading.move.rejection.fault.message}` }
    if (reading.move.kind === 'final') break
    const [call] = reading.move.calls
    const text = await run(call)
    if (profile === 'native') {
      const id = reply.calls[0]?.id ?? 'call_1'
      said.push(
        { role: 'assistant', content: '', calls: reply.calls },
        { role: 'tool', callId: id, tool: call.tool.name, content: text },
      )
    } else
      said.push(
        { role: 'assistant', content: JSON.stringify({ type: 'tool_call', name: call.tool.name, args: call.args }) },
        { role: 'user', content: text },
      )
  }
  const final = await ask({ messages: withTail(finalSection({ forced: false }).text) }, { profile: 'lenient' })
  return { steps, calls, results, answer: final.reading.text }
}
