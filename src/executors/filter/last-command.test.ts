import { expect, test } from 'vitest'
import { lastCommand } from './matcher.ts'

test.each([
  ['ls', 'ls'],
  ['cd /repo && cargo test 2>&1 | tail -80', 'cargo test'],
  ['a; b || c', 'c'],
  ['make -j4 >build.log 2> "err or.log" </dev/null', 'make -j4'],
  ['npm test;', 'npm test'],
  ['first\nsecond | wc -l\n', 'second'],
  ['echo "a && b | c"', 'echo "a && b | c"'],
  ["grep 'x; y' file | head", "grep 'x; y' file"],
  ['echo a \\&& b', 'echo a \\&& b'],
  ['run |& tee log', 'run'],
  ['', ''],
  [' ; ; ', ''],
  ['echo "unclosed && ls', 'echo "unclosed && ls'],
])('the last command of %j is %j', (line, command) => {
  expect(lastCommand(line)).toBe(command)
})
