import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FIXUPS } from '../src/core/index.ts'
import { DIALECTS } from '../src/protocol/index.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs')).flatMap(file => (file.endsWith('.md') ? [`docs/${file}`] : [])),
]
const LINK = /\]\((?!https?:|#)([^)#]+)/g

describe('the pages keep up with the code', () => {
  test('every dialect is described', () => {
    const page = read('docs/reading-replies.md')
    expect(DIALECTS.filter(dialect => !page.includes(`| \`${dialect.name}\` |`)).map(dialect => dialect.name)).toEqual(
      [],
    )
  })

  test('every fixup is described in the words of the table', () => {
    const page = read('docs/reading-replies.md')
    expect(Object.entries(FIXUPS).filter(([name, meaning]) => !page.includes(`| \`${name}\` | ${meaning} |`))).toEqual(
      [],
    )
  })

  test('every row of the threat model names tests, and each of them is there', () => {
    const page = read('docs/threat-model.md')
    const rows = page.split('\n').filter(line => /^\| (?!may |---)/.test(line))
    const tests = rows.map(row =>
      [...(row.split('|').at(-2) ?? '').matchAll(/`((?:src|test)\/[^`]+\.test\.ts)`/g)].map(([, path = '']) => path),
    )
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter((_, index) => tests[index]?.length === 0)).toEqual([])
    expect([...new Set(tests.flat())].filter(path => !exists(join(ROOT, path)))).toEqual([])
  })

  test.each(PAGES)('the links of %s lead somewhere', page => {
    const links = [...read(page).matchAll(LINK)].map(match => match[1] ?? '')
    const broken = links.filter(link => !exists(join(ROOT, dirname(page), link)))
    expect(broken).toEqual([])
  })
})

function exists(path: string): boolean {
  try {
    readdirSync(path)
    return true
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOTDIR'
  }
}
