import { LiteralParser } from '../literal/literal-parser.ts'
import { isPlaceholder } from './placeholder.ts'

const BLOCK = /^[|>][-+]?$/ // YAML's marks for a text over several lines
const TYPE = /^(?:string|str|integer|int|number|float|bool|boolean|array|list|object)\b.*$/i

/** In quotes or without; what only describes a value is none. */
export function readPlainText(written: string): string | undefined {
  if (isPlaceholder(written) || BLOCK.test(written) || TYPE.test(written)) return undefined
  const isQuoted = /^["'`]/.test(written)
  if (!isQuoted) return written
  if (written.startsWith('`')) return /^`[^`]+`$/.test(written) ? written.slice(1, -1) : undefined
  const value = new LiteralParser(written).readAll()
  return typeof value === 'string' ? value : undefined
}
