import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

const SCRIPT = join(import.meta.dirname, '..', 'scripts', 'requirements.mjs')
const ROWS = ['GATE-01', 'GATE-02', 'PROTO-01'].map(id => `| ${id} | short | 1 |`).join('\n')
const INNER = "import { quota } from './quota.ts'\n"

/** What the command says of a checkout with these files. */
function count(files: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const root = temporaryFolder().path
  for (const [name, text] of Object.entries({ 'docs/requirements.md': ROWS, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, root, ...flags], { encoding: 'utf8' })
  return { status, states: stdout.split('\n').filter(line => /^(proven|weak|open) .*GATE-01/.test(line)), stdout }
}
const stateOf = (files: Readonly<Record<string, string>>): string =>
  count(files, '--all').states[0]?.split(' ')[0] ?? 'none'

test.each([
  ['open', 'no test carries it', {}],
  ['open', 'only a skipped one does', { 'src/gates/a.test.ts': "test.skip('[GATE-01] x', () => {})" }],
  [
    'open',
    'one in a skipped block does',
    { 'test/a.test.ts': "describe.skip('a', () => { test('[GATE-01] x', () => {}) })\ntest('y', () => {})" },
  ],
  [
    'weak',
    'what a door has beside its functions',
    {
      'src/gates/a.test.ts': `import { CountersignError, type AssembleOptions } from '../index.ts'
        import type { guard } from '../index.ts'
        ${INNER}test('[GATE-01] x', (options: AssembleOptions, g: typeof guard) =>
          expect(quota(options, g)).toThrow(CountersignError))`,
    },
  ],
  ['weak', 'an inner function', { 'src/gates/a.test.ts': `${INNER}test('[GATE-01] x', () => quota())` }],
  [
    'weak',
    'a door stands in the file, and another test uses it',
    {
      'src/gates/a.test.ts': `import { assemble } from '../index.ts'
        ${INNER}test('[GATE-01] x', () => quota())\ntest('y', () => assemble())`,
    },
  ],
  [
    'weak',
    'a door for reading, of a row that speaks of more',
    {
      'src/gates/a.test.ts': "import { readReply } from '../protocol/index.ts'\ntest('[GATE-01] x', () => readReply())",
    },
  ],
  [
    'proven',
    'a door',
    { 'src/gates/a.test.ts': "import { assemble } from '../index.ts'\ntest('[GATE-01] x', () => assemble())" },
  ],
  [
    'proven',
    'a door behind a function, a hook and a support file',
    {
      'test/play.ts': "import { runTurn as run } from '../src/runtime/index.ts'\nexport const play = () => run()",
      'src/gates/a.test.ts': `import { play } from '../../test/play.ts'
        const { scene } = { scene: () => play() }
        let played
        beforeEach(() => { played = scene() })
        describe('a', () => { test('[GATE-01] x', () => expect(played).toBe(1)) })`,
    },
  ],
  ['proven', 'a test in test/', { 'test/a.test.ts': "test('[GATE-01] x', () => {})" }],
])('a row is %s: %s', (state, _why, files) => {
  expect(stateOf(files)).toBe(state)
})

test('with --require a row that is not proven fails, and so does an id that is no row', () => {
  const all = { 'test/a.test.ts': "test('[GATE-01, GATE-02] [PROTO-01] x', () => {})" }
  expect(count(all, '--require', '1').status).toBe(0)
  const weak = { 'src/gates/a.test.ts': `${INNER}test('[GATE-01] x', () => quota())` }
  expect(
    count({ ...weak, 'test/a.test.ts': "test('[GATE-02] [PROTO-01] x', () => {})" }, '--require', '1').status,
  ).toBe(1)
  expect(count({}, '--require', '1')).toMatchObject({ status: 1, stdout: expect.stringContaining('GATE-01') })
  expect(count({ ...all, 'test/b.test.ts': "test('[GATE-99] x', () => {})" }, '--require', '1').status).toBe(1)
})
