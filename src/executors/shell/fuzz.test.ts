import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVASIONS } from '../../../test/shell/evasions.ts'
import { ORDINARY } from '../../../test/shell/ordinary-commands.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { runs } from '../../../test/soak-scale.ts'
import { openWorkspace } from '../../workspace/index.ts'
import { judgeCommand } from './commands/judge-command.ts'
import { NO_RULES } from './commands/prefix-rule.ts'
import { findBlocked } from './reading/find-blocked.ts'
import { isUnclear } from './reading/plain-word.ts'
import { readCommand } from './reading/read-command.ts'

const LEVELS = ['read', 'run', 'record', 'create', 'build', 'ask']

function judging(): (command: string) => string {
  const { path } = temporaryFolder()
  mkdirSync(join(path, 'src'))
  writeFileSync(join(path, 'victim.txt'), 'x')
  const workspace = openWorkspace({ root: path, rules: { denyRead: [], allowRead: [] } })
  return command => judgeCommand(command, { workspace, folder: '.', rules: NO_RULES, confined: true }).level
}

const pieces = fc.constantFrom(
  'ls',
  'cat',
  'rm',
  'git',
  'find',
  '-name',
  '-delete',
  'x',
  'victim.txt',
  ' ',
  '  ',
  '\n',
  ';',
  '&&',
  '||',
  '|',
  '&',
  '>',
  '>>',
  '<',
  '<<',
  '<<<',
  '$',
  '$(',
  '(',
  ')',
  '{',
  '}',
  '`',
  "'",
  '"',
  "$'",
  '\\',
  '\\\n',
  '#',
  '*',
  '?',
  '[',
  ']',
  '~',
  '=',
  '!',
  '-',
  '--',
  '/',
  '..',
  '\0',
  '\r',
  '\u00a0',
  '\u202e',
  'é',
  '😀',
  '\ud800',
  'EOF',
  'if',
  'then',
  'fi',
  'for',
  'do',
  'done',
  'case',
  'esac',
  'function',
  '[[',
  ']]',
  '((',
  '))',
)
const line = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.array(pieces, { maxLength: 40 }).map(parts => parts.join('')),
  fc.array(pieces, { maxLength: 40 }).map(parts => parts.join(' ')),
  fc.tuple(fc.constantFrom(...EVASIONS, ...ORDINARY), fc.nat(), pieces).map(([command, at, piece]) => {
    const cut = at % (command.length + 1)
    return command.slice(0, cut) + piece + command.slice(cut)
  }),
)

describe('whatever it is given, the analyser', () => {
  test('answers with one of its levels and never throws', () => {
    const levelOf = judging()
    fc.assert(
      fc.property(line, text => {
        findBlocked(text, ['git push'])
        expect(LEVELS).toContain(levelOf(text))
      }),
      { numRuns: runs(2_000, 200_000) },
    )
  })

  test('takes time that grows with the length, and nests no deeper than it can', () => {
    const levelOf = judging()
    for (const unit of [
      '(',
      '{ ',
      '$(',
      '"',
      '`',
      'ls;',
      'ls|',
      'a=1 ',
      '[[ ',
      'if true; then ',
      '\\\n',
      '<<E ',
      "$'",
      '${a:-',
      'cat <<E\n',
      '> a ',
      '!',
      'time ',
      'xargs ',
      'find -exec env ',
      'for a in b c; do $a ',
      'a=b ; $a ',
    ])
      for (const length of [100, 5_000, 20_000]) {
        const text = unit.repeat(Math.ceil(length / unit.length))
        const started = performance.now()
        findBlocked(text)
        expect(LEVELS).toContain(levelOf(text))
        expect([unit, length, performance.now() - started < 3_000]).toEqual([unit, length, true])
      }
  })
})

test('loops whose values multiply without end are blocked, soon', () => {
  const names = Array.from({ length: 40 }, (_, at) => `v${at}`)
  const loops = names.map(name => `for ${name} in 1 2 3; do `).join('')
  const started = performance.now()
  expect(findBlocked(`${loops} echo ${names.map(name => `$${name}`).join(' ')} ${'; done'.repeat(40)}`)?.pattern).toBe(
    'variables',
  )
  expect(performance.now() - started).toBeLessThan(3_000)
})

describe('what is blocked', () => {
  const BLOCKED = [
    'echo $(rm a)',
    'echo `rm a`',
    'cat <(rm a)',
    'cat <<< a',
    'eval rm a',
    'sudo rm a',
    'curl a',
    'source a',
    'exec a',
    'rm -rf /',
  ]

  test('stays blocked with anything harmless around it', () => {
    const around = fc.constantFrom(
      'ls; ',
      'ls && ',
      'ls || ',
      'ls | ',
      'true\n',
      'NODE_ENV=x ',
      'time ',
      '! ',
      '{ ls; }; ',
      '( ls ); ',
      'if ls; then ls; fi; ',
      '# hello\n',
      "echo 'a'; ",
      'echo "b"; ',
      "ls # it's\n",
    )
    const after = fc.constantFrom(
      '',
      ' ; ls',
      ' && ls',
      ' | cat',
      ' > b',
      ' 2>&1',
      '\nls',
      ' # end',
      ' &',
      " ; echo 'x'",
      ' "y"',
    )
    fc.assert(
      fc.property(fc.constantFrom(...BLOCKED), around, after, (command, before, behind) => {
        expect([before + command + behind, findBlocked(before + command + behind) !== undefined]).toEqual([
          before + command + behind,
          true,
        ])
      }),
      { numRuns: runs(500, 20_000) },
    )
  })

  test('stays blocked however its name is quoted', () => {
    const quote = (word: string, styles: readonly number[]): string =>
      Array.from(word)
        .map(
          (sign, at) =>
            [sign, `'${sign}'`, `"${sign}"`, `\\${sign}`, `$'${sign}'`, `$'\\x${sign.charCodeAt(0).toString(16)}'`][
              (styles[at] ?? 0) % 6
            ],
        )
        .join('')
    fc.assert(
      fc.property(
        fc.constantFrom('eval', 'sudo', 'curl', 'exec', 'source', 'wget'),
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        (name, styles) => {
          expect(findBlocked(`${quote(name, styles)} x`)?.pattern).toBe(name)
        },
      ),
      { numRuns: runs(500, 20_000) },
    )
  })
})

test('what is read is read as it was written: no word is lost and none is made up', () => {
  const word = fc
    .stringMatching(/^[a-zA-Z0-9_./,:=+@%-]{1,12}$/)
    .filter(
      text =>
        !/^[-0-9]|=|^(?:if|then|fi|do|done|for|in|case|esac|while|until|function|time|select|coproc|else|elif)$/.test(
          text,
        ),
    )
  const quoted = fc
    .tuple(word, fc.constantFrom('', "'", '"'))
    .map(([text, sign]) => ({ text, written: `${sign}${text}${sign}` }))
  fc.assert(
    fc.property(fc.array(quoted, { minLength: 1, maxLength: 8 }), words => {
      const read = readCommand(words.map(({ written }) => written).join(' '))
      expect(!isUnclear(read) && [read[0]?.name, ...(read[0]?.words.map(({ value }) => value) ?? [])]).toEqual(
        words.map(({ text }) => text),
      )
    }),
    { numRuns: runs(500, 20_000) },
  )
})
