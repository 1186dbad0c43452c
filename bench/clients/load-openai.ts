import type { JsonObject } from '../../src/core/index.ts'

export type ReadReply = {
  readonly message: {
    readonly content: string | null
    readonly calls: readonly { id: string; name: string; args: unknown }[]
  }
  readonly finish: string
  readonly usage: unknown
}

export type OpenAiReader = { readonly read: (chunks: readonly JsonObject[]) => Promise<ReadReply> }

type Completion = {
  readonly choices: readonly {
    readonly finish_reason: string
    readonly message: {
      readonly content: string | null
      readonly tool_calls?: readonly {
        readonly id: string
        readonly function: { readonly name: string; readonly arguments: string }
      }[]
    }
  }[]
  readonly usage?: unknown
}
type Module = {
  readonly default: new (options: object) => {
    readonly chat: {
      readonly completions: { readonly stream: (body: object) => { finalChatCompletion(): Promise<Completion> } }
    }
  }
}

/** Puts a stream of ours together as `openai` does. */
export async function loadOpenAi(): Promise<OpenAiReader> {
  const name = 'openai'
  const module = (await import(name)) as Module
  return {
    async read(chunks) {
      const sse = [...chunks.map(chunk => JSON.stringify(chunk)), '[DONE]'].map(line => `data: ${line}\n\n`).join('')
      const fetch = async (): Promise<Response> =>
        new Response(sse, { headers: { 'content-type': 'text/event-stream' } })
      const client = new module.default({ apiKey: 'none', baseURL: 'http://127.0.0.1:9/v1', fetch })
      const { choices, usage } = await client.chat.completions
        .stream({ model: 'm', messages: [] })
        .finalChatCompletion()
      const message = choices[0]?.message
      const calls = (message?.tool_calls ?? []).map(call => ({
        id: call.id,
        name: call.function.name,
        args: JSON.parse(call.function.arguments) as unknown,
      }))
      return { message: { content: message?.content ?? null, calls }, finish: choices[0]?.finish_reason ?? '', usage }
    },
  }
}
