import { type ActingOptions, actingOptions } from './acting-options.ts'
import { type OptionTable, optionTable } from './options.ts'

/** What the words after the options are: files, plain text, nothing, or one text and then files. */
export type Operands = 'files' | 'text' | 'none' | 'text and files' | 'one file'

export type SimpleReader = {
  readonly says: string
  readonly options: OptionTable
  readonly operands: Operands
  /** None of its options writes anything, so a file that is named like one can do no harm. */
  readonly tame?: boolean
  /** The only options with which it does more than look. Undefined: they are not listed. */
  readonly acts?: ActingOptions
}

const HELP = '--help --version'
export const reader = (says: string, operands: Operands, line: string): SimpleReader => ({
  says,
  operands,
  options: optionTable(`${line} ${HELP}`),
})
export const tame = (says: string, operands: Operands, line: string): SimpleReader => ({
  ...reader(says, operands, line),
  tame: true,
  acts: [],
})
export const acting = (rule: SimpleReader, line: string): SimpleReader => ({ ...rule, acts: actingOptions(line) })

/** Several of one kind, each with its options. */
export const tameReaders = (
  says: string,
  operands: Operands,
  lines: Readonly<Record<string, string>>,
): readonly (readonly [string, SimpleReader])[] =>
  Object.entries(lines).map(([name, line]) => [name, tame(says, operands, line)])
