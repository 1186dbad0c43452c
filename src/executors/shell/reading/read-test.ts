import type { TestExpression, Word } from 'unbash'
import { type PlainWord, type UnclearWord, type Variables, isUnclear, readWord } from './plain-word.ts'
import { withShown } from './shown-variables.ts'

/** What `test`, `[` and `[[` may ask about one word. Not `-v`, which can run what stands in it. */
export const TESTS_OF_ONE: ReadonlySet<string> = new Set('-e -f -d -s -r -w -x -L -h -z -n'.split(' '))
const TESTS_OF_TWO: ReadonlySet<string> = new Set(['=', '==', '!=', '=~', '-nt', '-ot', '-ef'])
export const COMPARISONS: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge'])

/** Why a `[[ … ]]` is not understood. It changes nothing, but reads numbers as arithmetic, which can run commands. */
export function readTest(expression: TestExpression, variables: Variables): UnclearWord | undefined {
  switch (expression.type) {
    case 'TestUnary': {
      const operand = readShown(expression.operand, variables)
      if (isUnclear(operand)) return operand
      return TESTS_OF_ONE.has(expression.operator) ? undefined : NOT_PLAIN
    }
    case 'TestBinary': {
      const [left, right] = [readShown(expression.left, variables), readShown(expression.right, variables)]
      if (isUnclear(left) || isUnclear(right)) return isUnclear(left) ? left : NOT_PLAIN
      const areNumbers = [left, right].every(({ value }) => /^[0-9]{1,9}$/.test(value))
      return TESTS_OF_TWO.has(expression.operator) || (COMPARISONS.has(expression.operator) && areNumbers)
        ? undefined
        : NOT_PLAIN
    }
    case 'TestLogical':
      return expression.operands.map(each => readTest(each, variables)).find(found => found !== undefined)
    case 'TestNot':
      return readTest(expression.operand, variables)
    case 'TestGroup':
      return readTest(expression.expression, variables)
  }
}

const readShown = (word: Word, variables: Variables): PlainWord | UnclearWord =>
  readWord(word, withShown(word.text, variables))

const NOT_PLAIN: UnclearWord = { unclear: 'it holds a test that is not plain' }
