import type { Json, JsonObject } from '../../src/core/index.ts'
import type { Received } from './test-server.ts'

export type ServerCall = { readonly name: string; readonly arguments: JsonObject; readonly id?: string }

/** What the model behind a test server says next. */
export type ServerReply =
  | string
  | {
      readonly text?: string
      readonly reasoning?: string
      readonly calls?: readonly ServerCall[]
      readonly finish?: 'stop' | 'length' | 'content_filter'
      /** Tokens of the prompt, if the server shall say another number than it counts. */
      readonly inputTokens?: number
      /** The server gives up in the middle, after the text. */
      readonly failsWith?: Json
      /** Says its text and then nothing more, without an end. */
      readonly stalls?: true
    }
  /** An HTTP answer that is no reply. */
  | { readonly status: number; readonly body?: Json; readonly headers?: { readonly [name: string]: string } }

export type Replies = readonly ServerReply[] | ((received: Received, index: number) => ServerReply)

export type SpokenReply = Exclude<ServerReply, string | { readonly status: number }>
export type Refusing = Extract<ServerReply, { readonly status: number }>

export const isRefusing = (reply: ServerReply): reply is Refusing => typeof reply === 'object' && 'status' in reply
export const saidBy = (reply: Exclude<ServerReply, Refusing>): SpokenReply =>
  typeof reply === 'string' ? { text: reply } : reply

/** Gives one reply a request; a spent list is an error that a test must notice. */
export function createScript(replies: Replies): (received: Received) => ServerReply {
  let index = 0
  return received => {
    const current = index
    index += 1
    if (typeof replies === 'function') return replies(received, current)
    return (
      replies[current] ?? {
        status: 400,
        body: { error: { message: `The test server has ${replies.length} replies and was asked for one more.` } },
      }
    )
  }
}

/** As a grammar would force it: the one object that a schema allows, if it allows only one. */
export function onlyInstance(schema: Json | undefined): JsonObject | undefined {
  const properties = (schema as { properties?: { [key: string]: { const?: Json } } } | undefined)?.properties
  if (!properties) return undefined
  const entries = Object.entries(properties)
  if (entries.length === 0 || entries.some(([, member]) => member.const === undefined)) return undefined
  return Object.fromEntries(entries.map(([key, member]) => [key, member.const as Json]))
}

/** Four characters a token, as a rough tokenizer would count. */
export const countTokens = (value: unknown): number => Math.ceil(JSON.stringify(value ?? '').length / 4)

export function piecesOf(text: string, length: number): readonly string[] {
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  )
}
