import { describe, expect, test } from 'vitest'
import { clamped, section, shaped, text, texts, toggle, whole } from '../../core/index.ts'
import { environmentLayer, joinSections } from './index.ts'

const shape = joinSections([
  section('tools', 'All.', {
    most: shaped({ schema: { type: ['integer', 'null'] }, standard: null }, 'Most.'),
    on: toggle(true, 'On?'),
    later: toggle(false, 'Later?', { notYet: true }),
  }),
  section('tools.retry', 'Again.', { max_attempts: whole(2, 'How often.'), provider: text('x', 'Who.') }),
  section('tools.file', 'Files.', {
    deny_read: texts([], 'Closed.'),
    table: shaped({ schema: { type: 'object' }, standard: {} }, 'Anything.'),
    share: clamped(0.6, 'How much.', { min: 0, max: 1 }),
  }),
])
const given = (name: string, value: string) => environmentLayer(shape, { [`COUNTERSIGN_${name}`]: value })

describe('every key has a variable', () => {
  test.each([
    ['TOOLS_RETRY_MAX_ATTEMPTS', '5', 'tools.retry.max_attempts', 5],
    ['TOOLS_RETRY_PROVIDER', '', 'tools.retry.provider', ''],
    ['TOOLS_RETRY_PROVIDER', '7', 'tools.retry.provider', '7'],
    ['TOOLS_ON', 'false', 'tools.on', false],
    ['TOOLS_ON', '1', 'tools.on', true],
    ['TOOLS_MOST', '100', 'tools.most', 100],
    ['TOOLS_MOST', 'none', 'tools.most', null],
    ['TOOLS_FILE_DENY_READ', '["**/.env","a b"]', 'tools.file.deny_read', ['**/.env', 'a b']],
    ['TOOLS_FILE_TABLE', '{"a":{"b":1}}', 'tools.file.table', { a: { b: 1 } }],
    ['TOOLS_FILE_SHARE', '7', 'tools.file.share', 1],
    ['TOOLS_FILE_SHARE', 'nan', 'tools.file.share', 0.6],
  ])('COUNTERSIGN_%s=%s', (name, value, key, expected) => {
    const { layer, problems } = given(name, value)
    expect(problems).toEqual([])
    expect([...layer]).toEqual([[key, { value: expected, origin: `env:COUNTERSIGN_${name}` }]])
  })
})

describe('what does not fit is refused and names the variable', () => {
  test.each([
    ['TOOLS_RETRY_MAX_ATTEMPTS', 'many', '`tools.retry.max_attempts` must be a whole number, found "many".'],
    ['TOOLS_RETRY_MAX_ATTEMPTS', '', '`tools.retry.max_attempts` must be a whole number, found "".'],
    ['TOOLS_RETRY_MAX_ATTEMPTS', '2.5', '`tools.retry.max_attempts` must be a whole number, found 2.5.'],
    ['TOOLS_RETRY_MAX_ATTEMPTS', 'nan', '`tools.retry.max_attempts` holds a number that is not finite.'],
    ['TOOLS_RETRY_MAX_ATTEMPTS', '0x10', '`tools.retry.max_attempts` must be a whole number, found "0x10".'],
    ['TOOLS_ON', 'yes', '`tools.on` must be true or false, found "yes".'],
    ['TOOLS_FILE_DENY_READ', '**/.env', '`tools.file.deny_read` must be a JSON list, found "**/.env".'],
    ['TOOLS_FILE_TABLE', '{"a":1,"a":2}', '`tools.file.table` must be a JSON object, found "{\\"a\\":1,\\"a\\":2}".'],
    ['TOOLS_FILE_DENY_READ', '{}', '`tools.file.deny_read` must be a list, found {}.'],
    ['TOOLS_FILE_TABLE', '{"__proto__":{}}', '`tools.file.table` must be a JSON object, found "{\\"__proto__\\":{}}".'],
  ])('COUNTERSIGN_%s=%s', (name, value, message) => {
    const { layer, problems } = given(name, value)
    expect(layer.size).toBe(0)
    expect(problems).toMatchObject([{ code: 'config_invalid', source: `COUNTERSIGN_${name}`, message }])
  })

  test('switching on what is not there yet is refused here, too', () => {
    expect(given('TOOLS_LATER', 'true').problems).toMatchObject([{ code: 'not_in_this_version' }])
  })
})

describe('a variable that is no setting', () => {
  test('is told, with the one that was probably meant', () => {
    expect(given('TOOLS_RETRY_MAX_ATEMPTS', '5')).toEqual({
      layer: new Map(),
      problems: [],
      warnings: [
        'COUNTERSIGN_TOOLS_RETRY_MAX_ATEMPTS is no setting; did you mean COUNTERSIGN_TOOLS_RETRY_MAX_ATTEMPTS?',
      ],
    })
    expect(given('QUITE_ANOTHER_THING', '5').warnings).toEqual(['COUNTERSIGN_QUITE_ANOTHER_THING is no setting.'])
  })

  test.each(['COUNTERSIGN_STATE', 'PATH', 'countersign_tools_on'])('%s is none of ours and passes unsaid', name => {
    expect(environmentLayer(shape, { [name]: 'x' })).toEqual({ layer: new Map(), problems: [], warnings: [] })
  })
})
