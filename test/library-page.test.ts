import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), 'utf8')

test('every piece of code in docs/library.md stands in a file that the tests run', () => {
  const examples = readdirSync(join(ROOT, 'examples', 'library')).map(file => read('examples', 'library', file))
  const config = read('examples', 'config', 'own-tools.toml')
  const blocks = [...read('docs', 'library.md').matchAll(/^```(ts|toml)\n(.*?)^```$/gms)].map(
    ([, language, code = '']) => ({
      language,
      code,
    }),
  )
  // The first one only says what is imported.
  const [imports, ...rest] = blocks
  expect(imports?.code).toMatch(/^import [^\n]+\n$/)
  expect(rest.length).toBeGreaterThan(4)
  const stray = rest.filter(({ language, code }) =>
    language === 'toml' ? !config.includes(code) : !examples.some(example => example.includes(code)),
  )
  expect(stray).toEqual([])
})
