import { type Json, isJsonObject, isJsonList } from '../../core/index.ts'
import type { KeywordShape } from './keywords.ts'
import { compilePattern } from '../validate/pattern.ts'

const MAX_ENUM_VALUES = 1_000
const MAX_PATTERN_LENGTH = 1_000
const TYPE_NAMES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

/** What is wrong with the value of a keyword and what to write instead; undefined if it is fine. */
export function findKeywordFault(shape: KeywordShape, value: Json): string | undefined {
  return SHAPE_FAULTS[shape](value)
}

const isText = (value: Json): boolean => typeof value === 'string'
const isSchema = (value: Json): boolean => typeof value === 'boolean' || isJsonObject(value)
const isTextList = (value: Json): boolean => isJsonList(value) && value.every(isText)
const isDependency = (value: Json): boolean => isSchema(value) || isTextList(value)
const isCount = (value: Json): boolean => Number.isInteger(value) && Number(value) >= 0

const unless = (holds: boolean, advice: string): string | undefined => (holds ? undefined : advice)

const SHAPE_FAULTS: Readonly<Record<KeywordShape, (value: Json) => string | undefined>> = {
  schema: value =>
    unless(
      isSchema(value),
      isJsonList(value)
        ? 'is a list. Write the schemas of single positions as "prefixItems"'
        : 'must be a schema: an object, true or false',
    ),
  schemaList: value =>
    unless(
      isJsonList(value) && value.length > 0 && value.every(isSchema),
      'must be a list of schemas with at least one',
    ),
  schemaMap: findMapFault,
  dependencies: value =>
    unless(
      isJsonObject(value) && Object.values(value).every(isDependency),
      'must map names to schemas or lists of names',
    ),
  number: value =>
    unless(
      typeof value === 'number',
      typeof value === 'boolean' ? 'must be a number: write the limit itself here' : 'must be a number',
    ),
  positiveNumber: value => unless(typeof value === 'number' && value > 0, 'must be a number above 0'),
  count: value => unless(isCount(value), 'must be a whole number of 0 or more'),
  text: value => unless(isText(value), 'must be a string'),
  pattern: findPatternFault,
  texts: value => unless(isTextList(value), 'must be a list of strings'),
  textsMap: value =>
    unless(isJsonObject(value) && Object.values(value).every(isTextList), 'must map names to lists of names'),
  types: findTypeFault,
  values: value =>
    unless(
      isJsonList(value) && value.length > 0 && value.length <= MAX_ENUM_VALUES,
      `must be a list of 1 to ${MAX_ENUM_VALUES} values`,
    ),
  flag: value => unless(typeof value === 'boolean', 'must be true or false'),
}

function findMapFault(value: Json): string | undefined {
  if (!isJsonObject(value)) return 'must be an object that maps names to schemas'
  if (Object.hasOwn(value, '__proto__')) return 'holds the name "__proto__". Rename it'
  return unless(Object.values(value).every(isSchema), 'must map every name to a schema: an object, true or false')
}

function findTypeFault(value: Json): string | undefined {
  const names = isJsonList(value) ? value : [value]
  const wrong = names.find(name => typeof name !== 'string' || !TYPE_NAMES.includes(name))
  if (wrong === undefined) return unless(names.length > 0, 'must name at least one type')
  return `is ${JSON.stringify(wrong)}, which JSON Schema does not know. Use one of ${TYPE_NAMES.join(', ')}`
}

export function findPatternFault(value: Json): string | undefined {
  if (typeof value !== 'string') return 'must be a string'
  if (value.length > MAX_PATTERN_LENGTH) return `has ${value.length} characters. Use at most ${MAX_PATTERN_LENGTH}`
  try {
    compilePattern(value)
    return undefined
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace('error parsing regexp: ', '') : 'unreadable'
    return `cannot be matched safely (${reason}). Write it without look-around, back-references and repeats above 1000`
  }
}
