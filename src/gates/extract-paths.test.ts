import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractPaths } from './extract-paths.ts'
import { pathArguments, pathsIn } from './path-arguments.ts'

describe('paths in a text', () => {
  test('[IO-12] relative, absolute and source-tree paths are found', () => {
    expect(extractPaths('cat src/main.rs ./x ../y /etc/hosts')).toEqual(['src/main.rs', './x', '../y', '/etc/hosts'])
    expect(extractPaths('type crates\\core\\lib.rs C:\\notes\\a.md .\\x')).toEqual([
      'crates\\core\\lib.rs',
      'C:\\notes\\a.md',
      '.\\x',
    ])
  })

  test('[IO-12] a bare word, a name without a separator and an escape are no paths', () => {
    expect(extractPaths('cat main.rs and echo \\n \\d+ // comment')).toEqual([])
  })

  test('[IO-13] a URL is never a path, whatever its scheme', () => {
    expect(
      extractPaths(
        `curl https://a/b http://c/d.rs HTTPS://E/f file:///etc/passwd s3://bucket/key ${'x'.repeat(40)}://y/z www.example.org/x`,
      ),
    ).toEqual([])
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), url => {
        expect(extractPaths(`see ${url.replace(/[;$()'].*$/, '')} there`)).toEqual([])
      }),
    )
  })

  test('quotes, brackets, options and the end of a sentence are not part of a path', () => {
    expect(
      extractPaths(`Look at "src/a.ts", (docs/b.md) and 'x/y'. Then gcc -I/usr/include --out=/tmp/o a/..`),
    ).toEqual(['src/a.ts', 'docs/b.md', 'x/y', '/usr/include', '/tmp/o', 'a/..'])
  })

  test('every path is named once', () => {
    expect(extractPaths('a/b a/b a/b')).toEqual(['a/b'])
  })

  test('it takes no longer than the text is long', () => {
    const started = performance.now()
    for (const piece of ['a/', 'a', 'a.', 'a:/', '"', "'", '-', '/', '\\a.', '... ', 'www.'])
      extractPaths(piece.repeat(300_000))
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})

describe('paths in arguments', () => {
  test('an argument is a path because of its key or of its looks, at any depth', () => {
    const args = {
      path: 'notes.md',
      filePath: 'My Notes/chapter 1.md',
      options: { files: ['a.txt', 'b.txt'] },
      query: 'who',
      from: 'src/a.ts',
      url: 'https://a/b',
    }
    expect(pathArguments(args)).toEqual(['notes.md', 'My Notes/chapter 1.md', 'a.txt', 'b.txt', 'src/a.ts'])
  })

  test('a text that only speaks of a path is none, but the path in it is found', () => {
    const args = { command: 'cat src/main.rs', content: 'See\ndocs/a.md for more.' }
    expect(pathArguments(args)).toEqual([])
    expect(pathsIn(args)).toEqual(['src/main.rs', 'docs/a.md'])
  })
})
