export type StreamEvent = { readonly id: string | null; readonly name: string; readonly data: string }

/** Parses server-sent events from pieces of text. A piece may end anywhere, even between CR and LF. */
export function createSseReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = ''
  let afterReturn = false
  let event = emptyEvent()
  const line = (text: string): void => {
    if (text !== '') return takeField(event, text)
    if (event.data.length > 0) onEvent({ id: event.id, name: event.name || 'message', data: event.data.join('\n') })
    event = emptyEvent()
  }
  return piece => {
    const fresh = afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    if (piece !== '') afterReturn = piece.endsWith('\r')
    const lines = (rest + fresh).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const text of lines) line(text)
  }
}

type Draft = { id: string | null; name: string; data: string[] }
const emptyEvent = (): Draft => ({ id: null, name: '', data: [] })

function takeField(event: Draft, text: string): void {
  const colon = text.indexOf(':')
  if (colon === 0) return
  const field = colon < 0 ? text : text.slice(0, colon)
  const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
  if (field === 'data') event.data.push(value)
  if (field === 'event') event.name = value
  if (field === 'id' && !value.includes('\0')) event.id = value
}
