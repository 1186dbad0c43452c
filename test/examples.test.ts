import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', 'examples', 'library')
const PRINTED = /console\.log\(.*\) \/\/ (.*)$/gm

/** What the comments beside console.log promise, in order. */
const promised = (file: string): string[] =>
  [...readFileSync(join(FOLDER, file), 'utf8').matchAll(PRINTED)].map(match => match[1] ?? '')

describe('each example prints what its comments say', () => {
  test.each(readdirSync(FOLDER).filter(file => file.endsWith('.ts')))('%s', file => {
    const output = execFileSync(process.execPath, ['--import', 'tsx', join(FOLDER, file)], { encoding: 'utf8' })
    expect(promised(file).length).toBeGreaterThan(0)
    expect(output.trimEnd().split('\n')).toEqual(promised(file))
  })
})
