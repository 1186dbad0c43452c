import type { JsonObject } from '../../core/index.ts'
import type { Piece } from './piece.ts'
import { isCallPart, isValueTag, nameAttribute, startsCall, tagName } from './tags.ts'

/** The parameters of a tool by its written name; undefined if there is no such tool. */
export type ToolParameters = (name: string) => JsonObject | undefined

/** Where a value stands, from its first character to the end of its closing tag. */
type Value = { readonly name: string; readonly piece: number; readonly start: number; readonly end: number }

const NO_KEYS: ReadonlySet<string> = new Set()
const WORD = /^[\w.:/-]*$/ // a tool's name, or what stands in its place
const CLOSING = /<\/[^<>]{1,200}>/g
const OPENING = /<[^/<>][^<>]{0,200}>/g

/**
 * Follows the calls that are written in tags: which tags hold a value, and which values end for certain.
 * The text of a value may hold its own closing tag. So a closing tag counts only where a part of a call follows, or
 * nothing, and a closing tag that is left over behind the values leaves in doubt where they end.
 */
export class TaggedValues {
  private readonly parametersOf: ToolParameters
  private inCall = false
  private keys: ReadonlySet<string> = NO_KEYS
  private toolTag = '' // the tag of the call, if it is the tool's own name
  private readonly values: Value[] = []
  private isUsed = false
  private text = '' // all that came since the first call in tags
  private textStart = 0

  constructor(parametersOf: ToolParameters) {
    this.parametersOf = parametersOf
  }

  /** The content of this tag is a value whose end must be made sure of. */
  isValue(name: string): boolean {
    return this.inCall && (isValueTag(name) || this.keys.has(name))
  }

  /** An argument's own name as the tag: `<path>a.md</path>`, and the end of such a tag. */
  isKey(tag: string, name: string): boolean {
    return this.keys.has(name) && !tag.endsWith('/>')
  }

  /** May this tag stand behind the end of a value? */
  mayFollow(name: string): boolean {
    const bare = name.startsWith('/') ? name.slice(1) : name
    return isCallPart(name) || this.keys.has(bare) || (bare === this.toolTag && bare !== '')
  }

  takeTag(text: string, name: string): void {
    if (!text.startsWith('<') || name.startsWith('/') || text.endsWith('/>')) return
    const own = this.parametersOf(name)
    if (own === undefined && !startsCall(name)) return
    this.inCall = true
    this.isUsed = true
    this.toolTag = own === undefined ? '' : name
    this.keys = keysOf(own ?? this.parametersOf(nameAttribute(text) ?? ''))
  }

  /** A word between the tags may be the tool's name; anything else is no part of the call's tags. */
  take({ kind, text }: Piece): void {
    if (!this.inCall || kind === 'tag' || kind === 'raw') return
    const word = text.trim()
    if (word === '') return
    if (kind !== 'text' || this.toolTag !== '' || !WORD.test(word)) this.leave()
    else this.takeName(word)
  }

  takeValue(value: Value, text: string): void {
    if (this.isValue(value.name)) this.values.push(value)
    else if (this.inCall && value.name !== 'arg_key') this.takeName(text.trim())
  }

  /** All pieces were taken back. */
  forget(): void {
    this.values.length = 0
    this.leave()
  }

  keep(chunk: string, start: number): void {
    if (!this.isUsed) return
    if (this.text === '') this.textStart = start
    this.text += chunk
  }

  /**
   * The pieces of values whose end is not certain: a closing tag is left over behind them, or the value holds one and
   * then its opening tag again, so that it may be two arguments with words between them.
   */
  inDoubt(): readonly number[] {
    const names = new Set(this.values.map(({ name }) => `/${name}`))
    const shortest = Math.min(...[...names].map(({ length }) => length)) // most tags in a text are shorter
    const torn = new Set<Value>()
    let left = -1 // where the last closing tag stands that ends no value and is part of none
    let closed: Value | undefined // the value in which a closing tag has been seen
    let next = 0
    for (const { 0: tag, index } of names.size === 0 ? [] : this.text.matchAll(CLOSING)) {
      if (tag.length <= shortest) continue
      const at = this.textStart + index
      while ((this.values[next]?.end ?? Infinity) <= at) next++
      const value = this.values[next]
      const name = tagName(tag)
      if (value === undefined || at < value.start) left = names.has(name) ? at : left
      else if (name === `/${value.name}` && closed !== value) {
        closed = value
        if (this.opensAgain(value, at)) torn.add(value)
      }
    }
    return this.values.filter(value => value.end <= left || torn.has(value)).map(({ piece }) => piece)
  }

  private opensAgain({ name, end }: Value, from: number): boolean {
    const rest = this.text.slice(from - this.textStart, end - this.textStart)
    return [...rest.matchAll(OPENING)].some(([tag]) => tagName(tag) === name)
  }

  private takeName(name: string): void {
    const parameters = this.parametersOf(name)
    if (parameters !== undefined) this.keys = keysOf(parameters)
  }

  private leave(): void {
    this.inCall = false
    this.keys = NO_KEYS
  }
}

const keysOf = (parameters: JsonObject | undefined): ReadonlySet<string> =>
  parameters === undefined ? NO_KEYS : new Set(Object.keys(parameters).map(key => key.toLowerCase()))
