import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FINE_LIMITS } from './plain-text.ts'
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
  mayBe(
    '<body>',
    '<body class="a" onload="x > y">',
    '<body\n>',
    '<BODY hidden>',
    '<body style="opacity: 0">',
    '</head><body><body>',
  ),
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
    ['a comment that browsers end early', '<p>a<!-- x --!>b<p>c<!-- y -->d', 'ab\n\ncd'],
    ['a comment in the midst of a tag', '<p>a <<!-- x -->b>c', 'a <b>c'],
  ])('%s', async (_title, html, text) => {
    expect((await read(html)).text).toBe(text)
  })
})

const ESC = '\u001B'
const UNSEEN = [
  `${ESC}[31m`,
  `${ESC}]0;owned\u0007`,
  `${ESC}]8;;http://evil.example${ESC}\\`,
  `${ESC}Pq${ESC}\\`,
  '\u009B31m',
  '\u009D0;owned\u009C',
  '\u0090',
  '\u0008\u007F',
  '\u202E',
  '\u2066\u2069',
  '\u200E\u200F\u061C',
  '\u200B\u2060\uFEFF\u00AD',
  '\u{E0041}',
  '&#27;[2J',
  '&#x1b;]52;c;eA==&#7;',
  '&#x9b;1m',
  '&#155;',
  '&#x202e;',
  '&rlm;&lrm;&zwj;&zwnj;',
  '&#x200b;&shy;&ZeroWidthSpace;&NoBreak;',
]
const BAD = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** The same in all places of a page that come back. */
const everywhere = (bad: string): string =>
  `<title>na${bad}me</title><meta name="author" content="wri${bad}ter"><meta property="og:site_name" content="si${bad}te">
<meta property="article:published_time" content="2026${bad}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","name":"na${bad}me","author":{"name":"wri${bad}ter"}}</script>
<base href="https://example.org/${bad}/"><body><h1 id="${bad}">he${bad}ad</h1><p>wo${bad}rds</p><!--${bad}-->
<a href="x${bad}y" title="ti${bad}tle">li${bad}nk</a><a href="java${bad}script:alert(1)">tri${bad}ck</a><a href="https://ex${bad}ample.org/">ho${bad}st</a>
<img alt="pic${bad}ture" src="${bad}"><pre><code class="language-${bad}x">co${bad}de</code></pre>
<table><tr><th>ce${bad}ll</th></tr></table><ol start="${bad}3"><li>pie${bad}ce</li></ol><${bad}p>odd</${bad}p>`

describe('what steers a terminal or is not seen', () => {
  test.each(UNSEEN.map(bad => [encodeURIComponent(bad), bad] as const))(
    '%s comes through nowhere',
    async (_title, bad) => {
      for (const html of [everywhere(bad), everywhere(bad).replace('<body>', `<body><article><p>${LONG}</p>`)]) {
        const page = await read(html)
        expect(page.text).toMatch(/wo.*rds/)
        expect(Object.values(page).filter(value => BAD.test(value))).toEqual([])
      }
    },
  )

  test('comes through nowhere, whatever it is made of', async () => {
    const bad = fc.array(fc.oneof(fc.constantFrom(...UNSEEN), fc.string({ unit: 'binary', maxLength: 3 })), {
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(bad, async parts => {
        const page = await read(everywhere(parts.join('')))
        expect(
          Object.values(page).filter(value => /(?!\n|\t|\u200C|\u200D|\uFE0F)[\p{Cc}\p{Cf}]/u.test(value)),
        ).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('a page that is too large or too deep for Markdown', () => {
  test.each([
    ['nested tables', `${'<table><tr><td>'.repeat(399)}seen`],
    ['nested elements', `${'<div>'.repeat(399)}seen`],
    ['nested pieces that seem flat', `${'<p><li>'.repeat(15_000)}seen`],
    ['pieces of a list', `<ul>${'<li>seen</li>'.repeat(59_000)}</ul>`],
    ['counted pieces of a list', `<ol>${'<li>seen</li>'.repeat(59_000)}</ol>`],
    ['counted pieces that are just few enough', `<ol>${'<li>seen</li>'.repeat(14_900)}</ol>`],
    ['many links far below', `${'<div>'.repeat(90)}${'<a href=x>seen</a>'.repeat(14_800)}`],
  ])('is read in a part of the time that it has: %s', async (_title, html) => {
    const began = process.cpuUsage()
    expect((await read(html)).text).toContain('seen')
    const { user, system } = process.cpuUsage(began) // other tests on this machine do not count
    expect((user + system) / 1_000).toBeLessThan(12_000)
  })

  test('comes as its words, line by line, without what is hidden or no text', async () => {
    const rest = '<i></i>'.repeat(FINE_LIMITS.elements)
    const page = await read(
      `<title>T\u001B[1m</title><h1>He<b>ad</b></h1><p>one\n two<br>three<table><tr><td>a<td>b</table><p hidden>x<b>y</b></p><script>z</script>\u202Eend${rest}`,
    )
    expect([page.title, page.text]).toEqual(['T[1m', 'Head\none two\nthree\na b\nend'])
  })
})

test('the pieces of a list are counted from where it says', async () => {
  const page = await read(
    '<ol start="3"><li>a<ol><li>x</li><li>y</li></ol></li><li>b</li></ol><ol start="-"><li>c</li></ol>',
  )
  expect(page.text.replace(/ +/g, ' ')).toBe('3. a\n 1. x\n 2. y\n4. b\n\n1. c')
})

/** The words of docs/web.md, in both directions. */
const HIDDEN: readonly (readonly [string, string, string])[] = [
  ['hidden', '<p hidden>x</p>', ''],
  ['aria-hidden', '<p aria-hidden="true">x</p>', ''],
  ...[
    'display:none',
    'visibility: collapse',
    'opacity:0',
    'font-size:0px',
    'max-height: 0',
    'max-width:0',
    'left:-100px',
    'text-indent:-999em',
  ].map(style => [style, `<p style="${style}">x</p>`, ''] as const),
  ...['clip:rect(0,0,0,0)', 'color:#fff', 'transform:scale(0)', 'left:-99px'].map(
    style => [style, `<p style="${style}">x</p>`, 'x'] as const,
  ),
  ['a style sheet', '<style>.a{display:none}</style><p class="a">x</p>', 'x'],
  ['a hidden body', '<body style="visibility:hidden"><p>x</p>', 'x'],
]
test.each(HIDDEN)('what %s hides is removed or shown as the documentation says', async (_title, html, text) => {
  expect((await read(html)).text).toBe(text)
})
