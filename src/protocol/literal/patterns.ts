import type { Json } from '../../core/index.ts'

export const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
])
export const NUMBER: RegExp = /[+-]?(?:(?:0|[1-9](?:_?\d)*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
export const WHOLE: RegExp = /^[+-]?[\d_]+$/
export const JSON_NUMBER: RegExp = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
export const NOT_PLAIN: RegExp = /[\u0000-\u001F\\]/
export const LINE_COMMENT: RegExp = /\/\/\s*[\p{L}"'(]/uy
export const STRING_TOKENS: readonly string[] = ['<escape>', '<|"|>']
export const ARROW: RegExp = /=>/y
/** On a line of its own: there no quote inside a text is taken for its end. */
export const NEXT_KEY: RegExp = /(?<=\n[ \t]{0,40})(?:"[\w .-]{1,100}"|'[\w .-]{1,100}')[ \t]{0,20}:/y
export const NEXT_OBJECT: RegExp = /(?<=\}\s{0,20}\n[ \t]{0,40})\{/y
export const SYMBOL: RegExp = /:[A-Za-z_]\w*\s*=>/y
export const BLOCK_COMMENT: RegExp = /\/\*/y
export const CONTRACTION: RegExp = /'(?:s|t|d|m|re|ve|ll) /y
export const BARE_WORD: RegExp = /[\p{L}_](?:[\p{L}\p{N}_ ./'&@-]|\\_)*/uy
