import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seeded } from '../../../bench/redaction/random.ts'
import { createRedactor } from './index.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const redactor = createRedactor({ key: 'k' })
const alarms = (text: string): readonly string[] =>
  redactor.redactText(text).found.map(({ start, end }) => text.slice(start, Math.min(end, start + 60)))
/** Two for each megabyte; half a megabyte may have one. */
const allowed = (text: string): number => Math.ceil((2 * text.length) / 1e6)

function sources(folder: string, ending: RegExp): string {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
  const files = entries
    .filter(entry => entry.isFile() && ending.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
  return files
    .toSorted()
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
    .slice(0, 1_500_000)
}

const random = seeded(41)
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => random.below(256)))

describe('at most two false alarms for each megabyte of', () => {
  test.each<[string, string]>([
    ['bundled code', sources('node_modules/vite/dist', /\.js$/)],
    ['type declarations', sources('node_modules/@types/node', /\.d\.ts$/)],
    ['our own sources', sources('src', /(?<!\.test)\.ts$/)],
    [
      'manuals',
      ['node_modules/fast-check', 'node_modules/zod', 'node_modules/vitest', 'docs']
        .map(folder => sources(folder, /\.md$/))
        .join('\n'),
    ],
    ['source maps', sources('node_modules', /\.map$/)],
    ['a lockfile', readFileSync(join(root, 'package-lock.json'), 'utf8')],
  ])('%s', (_, text) => {
    expect(text.length).toBeGreaterThan(50_000)
    const found = alarms(text)
    expect(found.slice(allowed(text))).toEqual([])
  })

  test.each<[string, (data: Buffer) => string]>([
    ['base64 in one line', data => data.toString('base64')],
    ['base64 in lines', data => data.toString('base64').replaceAll(/.{76}/g, '$&\n')],
    ['hexadecimal digits', data => data.toString('hex').replaceAll(/.{64}/g, '$&\n')],
    ['integrity hashes', data => data.toString('base64').replaceAll(/.{86}/g, 'sha512-$&==\n      "integrity": "')],
    ['object ids', data => data.toString('hex').replaceAll(/.{40}/g, '$& refs/heads/main\ncommit ')],
    ['UUIDs', data => data.toString('hex').replaceAll(/(.{8})(.{4})(.{4})(.{4})(.{12})/g, 'id: $1-$2-$3-$4-$5\n')],
    [
      'images in style sheets',
      data => data.toString('base64').replaceAll(/.{900}/g, 'url(data:image/png;base64,$&);\n.token { background: '),
    ],
  ])('%s', (_, print) => {
    const text = print(bytes(700_000))
    expect(alarms(text).slice(allowed(text))).toEqual([])
  })

  test('bytes that are new every time, in base64', () => {
    const text = randomBytes(700_000).toString('base64')
    expect(alarms(text).length).toBeLessThanOrEqual(allowed(text))
  })
})
