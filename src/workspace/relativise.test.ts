import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRelativise } from './relativise.ts'

const ROOT = '/home/me/my book'
const relativise = createRelativise([ROOT, '/link/book'])

describe('[IO-04] a message shows paths of the workspace relative to it, and no other absolute path', () => {
  test.each([
    ['/home/me/my book/src/a.ts', 'src/a.ts'],
    ["ENOENT: no such file, open '/home/me/my book/src/a.ts'", "ENOENT: no such file, open 'src/a.ts'"],
    ['at f (/home/me/my book/a.ts:12:3)', 'at f (a.ts:12:3)'],
    ['/link/book/a.ts and /home/me/my book//b.ts', 'a.ts and b.ts'],
    ['"file":"/home/me/my book/a.ts"', '"file":"a.ts"'],
    ['file:///home/me/my book/a.ts', 'a.ts'],
    ['-I/home/me/my book/include', '-I./include'],
    ['cwd=/home/me/my book', 'cwd=./'],
    ['in /home/me/my book.', 'in ./.'],
    ['/home/me/my book/', './'],
    ['vscode://file/link/book/a.ts', 'vscode://file/a.ts'],
  ])('%s → %s', (text, expected) => {
    expect(relativise(text)).toBe(expected)
  })

  test.each([
    ['/etc/passwd', '<outside>'],
    ["open '/etc/passwd'", "open '<outside>'"],
    ['/home/me/my books/a.ts', '<outside> books/a.ts'],
    ['/mnt/link/book/a.ts', '<outside>'],
    ['PATH=/usr/bin:/bin', 'PATH=<outside>:<outside>'],
    ['cat </etc/passwd', 'cat <<outside>'],
    ['//etc/passwd', '<outside>'],
    ['file:///etc/passwd', '<outside>'],
    ['/proc/self/fd/12/a.md', '<outside>'],
    ['(/root/.ssh/id_rsa)', '(<outside>)'],
  ])('%s → %s', (text, expected) => {
    expect(relativise(text)).toBe(expected)
  })

  test.each([
    'src/a.ts and ./b and ../c',
    'and/or, 1/2, km/h, I/O',
    '/ alone, // a comment, /* and one of the other kind */',
    '<p>text</p><br/>',
    'https://example.org/home/page and http://localhost:80/x',
    '"notes/plan.md" is not there.',
  ])('%s stays', text => {
    expect(relativise(text)).toBe(text)
  })
})

test('whatever a text is made of, the path of the workspace is not in it afterwards', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/ws/book',
      '/ws',
      '/',
      ' ',
      "'",
      '=',
      ':',
      'a',
      '.',
      'file://',
      'http://',
      '/ws/book/a',
      '\n',
      '-I',
    ),
    fc.string(),
  )
  const shorten = createRelativise(['/ws/book'])
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      expect(shorten(pieces.join(''))).not.toMatch(/(^|[\s'"=:(])\/ws\/book(\/|\s|'|$)/)
    }),
    { numRuns: 2_000 },
  )
})

test('a long text takes linear time', () => {
  const started = performance.now()
  for (const text of [
    '/home/me/my book/a '.repeat(50_000),
    '/'.repeat(1_000_000),
    '=//a'.repeat(250_000),
    'a'.repeat(1_000_000),
    'x:'.repeat(500_000),
  ])
    relativise(text)
  expect(performance.now() - started).toBeLessThan(3_000)
})
