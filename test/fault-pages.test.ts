import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAULTS } from '../src/core/index.ts'

const PAGES = new URL('../docs/faults/', import.meta.url)

test('every fault code has a page, and every page has a fault code', () => {
  expect(readdirSync(PAGES).toSorted()).toEqual(
    Object.keys(FAULTS)
      .map(code => `${code}.md`)
      .toSorted(),
  )
})

test.each(Object.entries(FAULTS))(
  'the page of %s names its category, reaction and blame as the table has them',
  (code, row) => {
    const [title, , facts] = readFileSync(new URL(`${code}.md`, PAGES), 'utf8').split('\n')
    expect({ title, facts }).toEqual({
      title: `# ${code}`,
      facts: `Category \`${row.category}\`, reaction \`${row.then}\`, counted against: \`${row.blame}\`.`,
    })
  },
)
