import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../src/runtime/index.ts'
import { play, readNotes } from './scenarios/play.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const page = read('docs/observability.md')

test('docs/observability.md lists exactly the metrics that there are, with their labels', async () => {
  const metrics = createMetrics()
  const usage = { inputTokens: 1, outputTokens: 1 }
  await play({
    allow: [],
    replies: [readNotes, { text: 'No.', end: { usage } }],
    options: { eventReaders: [metrics.read] },
  })
  const text = metrics.renderMetrics()
  const rendered = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => {
    const labels = new RegExp(`^${name}(?:_count)?\\{(.*)\\}`, 'm').exec(text)?.[1] ?? ''
    return [name, [...labels.matchAll(/(\w+)="/g)].map(match => match[1])]
  })
  const listed = [...page.matchAll(/^\| `(countersign_\w+)` \|.*\| (.*) \|$/gm)].map(([, name, labels = '']) => [
    name,
    labels.replaceAll('`', '').split(' '),
  ])
  expect(rendered).toHaveLength(8)
  expect(listed).toEqual(rendered)
})

test('docs/observability.md names every attribute of a span', () => {
  const source = read('src/runtime/turn/span-attributes.ts') + read('src/runtime/turn/telemetry.ts')
  const attributes = [...source.matchAll(/'((?:gen_ai|countersign|error)\.[a-z_.]+)'/g)].map(match => match[1] ?? '')
  expect(attributes.length).toBeGreaterThan(25)
  expect(attributes.filter(attribute => !page.includes(`\`${attribute}\``))).toEqual([])
})
