import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ReadPage, readPage } from './read-page.ts'

const read = (html: string): Promise<ReadPage> => readPage({ html, url: 'https://example.org/a/b' })

const mayBe = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom('', ...texts)
const LONG = 'The lighthouse burned all night, and nobody came, because the road was under water. '.repeat(8)

const frames = fc.tuple(
  mayBe(
    '<!doctype html>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "http://www.w3.org/xhtml1.dtd">',
    '\ufeff',
    '<!-- <body> -->',
  ),
  mayBe('<html>', '<HTML lang="en">', "<html data-x='>'>"),
  mayBe('<head>', '<head profile="x">'),
  mayBe('<meta charset="utf-8">', '<script>if (a < b) document.write("<body>")</script>', '<style>body > p {}</style>'),
  mayBe('<title>A name</title>'),
  mayBe('</head>'),
  mayBe('<body>', '<body class="a" onload="x > y">', '<body\n>', '<BODY hidden>', '<body style="opacity: 0">', '</head><body><body>'),
  fc.constantFrom(
    'one WORDS two',
    '<p>one WORDS two</p>',
    '<button>one WORDS two',
    '<table><tr><td>one WORDS two',
    `<p>${LONG}</p><p>WORDS</p>`,
  ),
  mayBe('</body>', '</body></html>', '</html>', '</html></body>', '</body><!-- end -->', '</body><p>WORDS</p>'),
)

describe('the frame of a page', () => {
  test('may be left out, doubled or broken: its text comes through, and its name is its name', async () => {
    await fc.assert(
      fc.asyncProperty(frames, async parts => {
        const page = await read(parts.join(''))
        expect(page.text).toContain('WORDS')
        expect(page.text).not.toContain('A name')
        expect(page.title).toBe(parts[4] === '' ? page.title : 'A name')
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['a name and a body without html', '<title>T</title><body>text</body>', 'text'],
    ['text behind the body', '<html><body>a</body></html><p>b', 'a\n\nb'],
    ['text in the head', '<html><head><p>a</p></head></html>', 'a'],
    ['two pages in one', '<html><body>a</body></html><html><title>T</title><body>b</body></html>', 'a b'],
    ['nothing but a button', '<title>T</title><body><button>Log in</button>', 'Log in'],
    ['nothing but what is hidden', '<title>T</title><body><button hidden>Log in</button><p hidden>x', ''],
    ['the name of a picture', '<svg><title>logo</title></svg><title>T</title>text', 'text'],
    ['a comment that is none', '<!--><body>text', 'text'],
  ])('%s', async (_title, html, text) => {
    expect((await read(html)).text).toBe(text)
  })
})
