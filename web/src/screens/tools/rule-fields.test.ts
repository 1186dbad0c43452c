import { describe, expect, test } from 'vitest'
import { patternsIn, textIn, withField, withPatterns, withWords, wordsIn } from './rule-fields.ts'

const RULE = { action: 'deny', tools: ['file_*'], reason: 'mine' }

describe('the fields of a rule', () => {
  test('a field that is added stands where it stands in a file, and the rule that was given stays as it was', () => {
    expect(JSON.stringify(withWords(RULE, 'paths', ['secret/**']))).toBe(
      '{"action":"deny","tools":["file_*"],"paths":["secret/**"],"reason":"mine"}',
    )
    expect(RULE).toEqual({ action: 'deny', tools: ['file_*'], reason: 'mine' })
  })

  test('an empty condition is taken out, but the list of tools stays, because without it there is no rule', () => {
    const narrow = { ...RULE, paths: ['a'], args: { path: 'b' } }
    expect(withPatterns(withWords(narrow, 'paths', []), [])).toEqual(RULE)
    expect(withWords(RULE, 'tools', [])).toEqual({ action: 'deny', tools: [], reason: 'mine' })
    expect(withField(RULE, 'reason', undefined)).toEqual({ action: 'deny', tools: ['file_*'] })
  })

  test('what no form knows is kept and stands last', () => {
    expect(JSON.stringify(withField({ extra: 1, action: 'ask' }, 'tools', ['*']))).toBe(
      '{"action":"ask","tools":["*"],"extra":1}',
    )
  })

  test('a value of another form is read as nothing, and not changed by reading', () => {
    const odd = { action: 3, tools: 'file_*', paths: ['a', 4], args: ['x'] }
    expect([textIn(odd, 'action'), wordsIn(odd, 'tools'), wordsIn(odd, 'paths'), patternsIn(odd)]).toEqual([
      '',
      [],
      ['a'],
      [],
    ])
    expect(patternsIn({ args: { path: 'a/**', limit: 3 } })).toEqual([['path', 'a/**']])
  })
})
