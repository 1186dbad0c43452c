import { type Json, type JsonObject, isJsonObject, parseJsonText } from '../../core/index.ts'

export type StreamEvent =
  | { readonly kind: 'data'; readonly value: JsonObject }
  | { readonly kind: 'error'; readonly value: Json }
  | { readonly kind: 'done' }
  | { readonly kind: 'garbage'; readonly sample: string }
export type EventLineReader = (line: string) => StreamEvent | undefined

/**
 * Reads server-sent events, line by line. An event is delivered as soon as its data is whole JSON, since not every
 * server writes the empty line after it. Half an event at the end is never delivered.
 */
export function createEventReader(): EventLineReader {
  let isError = false
  let held: string[] = []
  const release = (): StreamEvent | undefined => {
    const text = held.join('\n')
    const told = text === '' ? undefined : dataEvent(text, isError)
    ;[held, isError] = [[], false]
    return told
  }
  return line => {
    if (line === '') return release()
    const { field, value } = splitField(line)
    if (field === 'event') isError = value === 'error'
    else if (field === 'error') return dataEvent(value, true)
    else if (field === 'data') {
      const whole = held.length === 0 ? wholeEvent(value, isError) : undefined
      if (whole) return whole
      held.push(value)
    } else if (field === '') return { kind: 'garbage', sample: line }
    return undefined
  }
}

const FIELDS: ReadonlySet<string> = new Set(['data', 'event', 'error', 'id', 'retry'])

type EventField = { readonly field: string; readonly value: string }

/** A comment is a field of its own. A line that starts with a brace is data whose field was forgotten. */
function splitField(line: string): EventField {
  if (line.startsWith(':')) return { field: 'comment', value: '' }
  if (line.startsWith('{')) return { field: 'data', value: line }
  const colon = line.indexOf(':')
  const field = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
  return FIELDS.has(field) ? { field, value } : { field: '', value: line }
}

function wholeEvent(text: string, isError: boolean): StreamEvent | undefined {
  const told = dataEvent(text, isError)
  return told.kind === 'garbage' ? undefined : told
}

function dataEvent(text: string, isError: boolean): StreamEvent {
  if (text.trim() === '[DONE]') return { kind: 'done' }
  const value = parseJsonText(text)
  if (isError) return { kind: 'error', value: value ?? text }
  return isJsonObject(value) ? { kind: 'data', value } : { kind: 'garbage', sample: text }
}
