import { type CallRequest, type NativeCall, type ToolCall, fault, isJsonObject } from '../core/index.ts'
import { LiteralParser } from './literal/literal-parser.ts'
import { noteNames } from './literal/notes.ts'
import { contextOf } from './lenient.ts'
import type { Settings } from './settings.ts'
import { isSound } from './literal/parse-json.ts'
import { type Move, type NativeAnswer, type Reading, rejected, rejectedAs } from './reading.ts'
import { refusedByCatalog } from './refusal.ts'
import { MAX_REPLY } from './scan/piece.ts'

/** Calls that came in the provider's own field. Several are allowed; the text beside them is kept. */
export function readNative(calls: readonly NativeCall[], text: string, settings: Settings): Reading {
  const requests: CallRequest[] = []
  const valid: ToolCall[] = []
  let failure: Move | undefined
  const answers: NativeAnswer[] = []
  const refuse = (call: NativeCall, move: Move): void => {
    if (move.kind === 'rejected') answers.push({ id: call.id, rejection: move.rejection })
    failure ??= move
  }
  for (const call of calls) {
    const read = readArguments(call)
    if ('kind' in read) {
      refuse(call, read)
      continue
    }
    const request = { name: call.name, positional: [], dialect: 'native', ...read }
    requests.push(request)
    const isText = typeof call.arguments === 'string'
    const context = contextOf(isText ? call.arguments : JSON.stringify(call.arguments), settings)
    const result = settings.tools.resolve(request, isText ? context : { ...context, sound: false })
    if (result.ok) {
      valid.push(result.value)
      answers.push({ id: call.id, call: result.value })
    } else refuse(call, refusedByCatalog(result.error))
  }
  const [head, ...rest] = valid
  const move: Move = head === undefined ? (failure ?? { kind: 'answer' }) : { kind: 'calls', calls: [head, ...rest] }
  return { move, text: text.trim(), ignored: { objects: 0, text: false }, requests, answers }
}

type ReadArguments = Pick<CallRequest, 'named' | 'fixups'>

function readArguments({ name, arguments: written }: NativeCall): ReadArguments | Move {
  if (written === null || (typeof written === 'string' && written.trim() === '')) return { named: {}, fixups: ['null_arguments'] }
  if (typeof written !== 'string') return isSound(written) ? { named: written, fixups: [] } : forbidden(name)
  if (written.length > MAX_REPLY) return rejectedAs('extract', fault('tool_call_output_limit', `The arguments of "${name}" are too long.`))
  return readText(name, written) ?? readText(name, withoutTagsBehind(written)) ?? notJson(name)
}

function readText(name: string, written: string): ReadArguments | Move | undefined {
  const parser = new LiteralParser(written)
  const value = parser.readAll()
  if (parser.forbidden) return forbidden(name)
  if (isJsonObject(value)) return { named: value, fixups: noteNames(parser.notes) }
  const inner = typeof value === 'string' && value.startsWith('{') ? readText(name, value) : undefined // written as JSON twice
  return inner && 'named' in inner ? { ...inner, fixups: ['arguments_string', ...inner.fixups] } : inner
}

const LAST_TAG = /<\/?[\w|:]{1,40}>$/
const LONGEST_TAG = 44
const MOST_TAGS = 4

/** The end of the form in which the model wrote its call, when the server took it for a part of the arguments. */
function withoutTagsBehind(written: string): string {
  let text = written.trimEnd()
  for (let count = 0; count < MOST_TAGS; count++) {
    const tag = LAST_TAG.exec(text.slice(-LONGEST_TAG))
    if (tag === null) break
    text = text.slice(0, -tag[0].length).trimEnd()
  }
  return text
}

const notJson = (name: string): Move =>
  rejectedAs('parse', fault('tool_call_invalid_args', `The arguments of "${name}" are not a JSON object.`, { reason: 'not-json' }))

const forbidden = (name: string): Move =>
  rejected('parse', `The arguments of "${name}" repeat a key, hold the key "__proto__" or are nested too deeply.`, 'forbidden-key')
