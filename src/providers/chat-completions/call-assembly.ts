import {
  type Json,
  type JsonObject,
  type NativeCall,
  isJsonList,
  isJsonObject,
  parseJsonText,
  textOf,
} from '../../core/index.ts'
import { nativeArguments } from '../native-arguments.ts'

type OpenCall = {
  readonly index: number | undefined
  id: string
  name: string
  readonly pieces: string[]
  readonly balance: Balance
  /** Each piece so far began with all that came before it. */
  isCumulative: boolean
  whole: JsonObject | undefined
}

export type CallAssembly = {
  readonly add: (deltas: Json | undefined) => void
  /** In the order in which they began. */
  readonly calls: () => readonly NativeCall[]
  /** Those whose arguments are whole; the last one of a reply that was cut short is not. */
  readonly wholeCalls: () => readonly NativeCall[]
}

/** Puts calls together from the pieces of a stream, with or without the index and id that should tell them apart. */
export function createCallAssembly(): CallAssembly {
  const open: OpenCall[] = []
  const byIndex = new Map<number, OpenCall>()
  const byId = new Map<string, OpenCall>()
  const begin = (piece: CallDelta): OpenCall => {
    const call: OpenCall = {
      index: piece.index,
      id: '',
      name: '',
      pieces: [],
      balance: createBalance(),
      isCumulative: true,
      whole: undefined,
    }
    open.push(call)
    if (piece.index !== undefined) byIndex.set(piece.index, call)
    return call
  }
  const find = (piece: CallDelta): OpenCall | undefined => {
    if (piece.index !== undefined) return byIndex.get(piece.index)
    return byId.get(piece.id) ?? (piece.id === '' || piece.name === '' ? open.at(-1) : undefined)
  }
  const addPiece = (piece: CallDelta): void => {
    const known = find(piece)
    const call = known && continues(piece, known) ? known : begin(piece)
    extend(call, piece)
    if (call.id !== '') byId.set(call.id, call)
  }
  return {
    add(deltas) {
      for (const delta of isJsonList(deltas) ? deltas : [deltas ?? null]) {
        const piece = pieceOf(delta)
        if (piece) addPiece(piece)
      }
    },
    calls: () => open.map(callOf),
    wholeCalls: () => open.filter(call => call.whole !== undefined || call.balance.isClosed()).map(callOf),
  }
}

type CallDelta = {
  readonly index: number | undefined
  readonly id: string
  readonly name: string
  readonly given: Json | undefined
}

function pieceOf(delta: Json): CallDelta | undefined {
  if (!isJsonObject(delta)) return undefined
  const { index, function: inner } = delta
  const body = isJsonObject(inner) ? inner : delta // some servers leave the wrapper out
  const given = body['arguments'] ?? body['parameters'] ?? body['args'] ?? body['input']
  const piece = { id: textOf(delta['id']), name: textOf(body['name']), given }
  const isEmpty =
    piece.id === '' && piece.name === '' && (piece.given === undefined || piece.given === null || piece.given === '')
  return isEmpty ? undefined : { index: typeof index === 'number' ? index : undefined, ...piece }
}

/**
 * A piece without a name continues the call. Another id, another name, or a name after whole arguments begins a new
 * one, even where the index is repeated.
 */
function continues(piece: CallDelta, call: OpenCall): boolean {
  if (piece.name === '') return true
  if (piece.id !== '' && call.id !== '') return piece.id === call.id
  if (call.name === '') return true
  if (piece.name === call.name) return call.whole === undefined && !call.balance.isClosed()
  return call.pieces.length === 0 && call.whole === undefined && piece.index !== undefined
}

function extend(call: OpenCall, { id, name, given }: CallDelta): void {
  if (call.id === '') call.id = id
  if (name !== call.name) call.name += name
  const value = nativeArguments(given)
  if (typeof value === 'string' && value !== '') {
    const before = call.pieces.at(-1)
    call.isCumulative &&= before === undefined || (value.length > before.length && value.startsWith(before))
    call.pieces.push(value)
    call.balance.add(value)
  } else if (isJsonObject(value)) call.whole = value
}

function callOf({ id, name, pieces, isCumulative, whole }: OpenCall): NativeCall {
  const given = whole ?? (pieces.length === 0 ? null : textIn(pieces, isCumulative))
  return id === '' ? { name, arguments: given } : { id, name, arguments: given }
}

/**
 * Some servers repeat in every piece all that came before. The last piece counts as the whole only if it is JSON and
 * all pieces together are not.
 */
function textIn(pieces: readonly string[], isCumulative: boolean): string {
  const joined = pieces.join('')
  const last = pieces.at(-1) ?? ''
  const isAllAgain = joined === last + last // some send the whole call once more at the end
  const isRepeated =
    (isCumulative || isAllAgain) &&
    pieces.length > 1 &&
    parseJsonText(joined) === undefined &&
    isJsonObject(parseJsonText(last))
  return isRepeated ? last : joined
}

type Balance = {
  readonly add: (text: string) => void
  /** One whole object stands there: every brace that was opened is closed. */
  readonly isClosed: () => boolean
}

/** Follows braces and quotes through the pieces of an object, each character once, so that nothing is parsed twice. */
function createBalance(): Balance {
  let depth = 0
  let begun = false
  let inString = false
  let escaped = false
  const step = (character: string): void => {
    if (escaped) escaped = false
    else if (inString) {
      if (character === '\\') escaped = true
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      depth += 1
      begun = true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return {
    add(text) {
      for (const character of text) step(character)
    },
    isClosed: () => begun && depth <= 0 && !inString,
  }
}
