import { expect, test } from 'vitest'
import { jsonPlace } from './json-place.ts'

/** `|` is where the caret stands. */
const at = (text: string): unknown => {
  const place = jsonPlace(text.replace('|', ''), text.indexOf('|'))
  return place && [place.path.join('.'), place.wants, place.written, place.keys.join()]
}

test.each([
  ['[{|', ['*', 'key', '', '']],
  ['[{"|', ['*', 'key', '', '']],
  ['[{"ac|tion"', ['*', 'key', 'ac', '']],
  ['[{"action": "|"', ['*.action', 'value', '', '']],
  ['[{"action": de|', ['*.action', 'value', 'de', '']],
  ['[{"action": "deny", "to|', ['*', 'key', 'to', 'action']],
  ['[{"action": "deny", "tools": ["file_read", "fi|', ['*.tools.*', 'value', 'fi', '']],
  ['[{"tools": ["a"], "args": {"pa|', ['*.args', 'key', 'pa', '']],
  ['[{"reason": "a \\" { [ : , b|', ['*.reason', 'value', 'a \\" { [ : , b', '']],
  ['[{"action": "deny"}, {|', ['*', 'key', '', '']],
  ['[|', ['*', 'value', '', '']],
])('%s', (text, place) => {
  expect(at(text)).toEqual(place)
})

test.each(['|', '[{"action"|', '[{"action": "deny"|', '[{"action": "deny"}|', '[]|'])(
  'nothing is written at %s',
  text => {
    expect(at(text)).toBeNull()
  },
)
