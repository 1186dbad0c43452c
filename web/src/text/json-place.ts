/** The position of the caret in an unfinished JSON text. */
export type JsonPlace = {
  /** From the outside: `*` for an item of a list, else the name of a member. */
  readonly path: readonly string[]
  readonly wants: 'key' | 'value'
  /** Where it begins, at its quote if it has one. */
  readonly from: number
  readonly written: string
  readonly isQuoted: boolean
  /** Of a key: members of the same object that stand before it. */
  readonly keys: readonly string[]
}

type Frame = { readonly isList: boolean; readonly keys: string[]; wants: 'key' | 'value' | 'comma' }

const STRING = /"(?:[^"\\\n]|\\.)*("?)/y
const OTHER = /[^\s"{}[\],:]+/y

/** null if only a comma, a colon or a bracket can follow. */
export function jsonPlace(text: string, caret: number): JsonPlace | null {
  const frames: Frame[] = []
  const before = text.slice(0, caret)
  for (let at = 0; at < before.length;) {
    const frame = frames.at(-1)
    const sign = before.charAt(at)
    const token = sign === '"' ? match(STRING, before, at) : match(OTHER, before, at)
    if (token) {
      const isOpen = sign === '"' ? token[1] === '' : at + token[0].length === before.length
      if (isOpen)
        return placeIn(frames, {
          from: at,
          written: sign === '"' ? token[0].slice(1) : token[0],
          isQuoted: sign === '"',
        })
      if (frame) finish(frame, token[0].slice(1, -1))
      at += token[0].length
      continue
    }
    take(sign, frames)
    at += 1
  }
  return placeIn(frames, { from: caret, written: '', isQuoted: false })
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function finish(frame: Frame, name: string): void {
  if (frame.wants === 'key') frame.keys.push(name)
  frame.wants = 'comma'
}

function take(sign: string, frames: Frame[]): void {
  const frame = frames.at(-1)
  if (sign === '{' || sign === '[')
    frames.push({ isList: sign === '[', keys: [], wants: sign === '[' ? 'value' : 'key' })
  if (sign === '}' || sign === ']') {
    frames.pop()
    const outer = frames.at(-1)
    if (outer) outer.wants = 'comma'
  }
  if (sign === ':' && frame) frame.wants = 'value'
  if (sign === ',' && frame) frame.wants = frame.isList ? 'value' : 'key'
}

function placeIn(
  frames: readonly Frame[],
  written: Pick<JsonPlace, 'from' | 'written' | 'isQuoted'>,
): JsonPlace | null {
  const frame = frames.at(-1)
  if (!frame || frame.wants === 'comma') return null
  const steps = frames.map(({ isList, keys }) => (isList ? '*' : (keys.at(-1) ?? '')))
  const path = frame.wants === 'key' ? steps.slice(0, -1) : steps
  return { ...written, path, wants: frame.wants, keys: frame.wants === 'key' ? frame.keys : [] }
}
