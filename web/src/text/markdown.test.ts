import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, type Inline, hostOf, parseInline, parseMarkdown } from './markdown.ts'

const flat = (blocks: readonly Block[]): string => blocks.map(blockText).join('|')
const blockText = (block: Block): string => {
  switch (block.kind) {
    case 'rule':
      return '---'
    case 'code':
      return `code(${block.language}):${block.text}`
    case 'quote':
      return `quote(${flat(block.blocks)})`
    case 'list':
      return `${block.ordered ? `ol${block.start}` : 'ul'}(${block.items.map(flat).join(';')})`
    case 'heading':
      return `h${block.level}(${inlineText(block.content)})`
    case 'paragraph':
      return `p(${inlineText(block.content)})`
  }
}
const inlineText = (content: readonly Inline[]): string =>
  content
    .map(part => {
      if (part.kind === 'break') return '/'
      if (part.kind === 'link') return `<${part.text}→${part.href}>`
      if ('content' in part) return `${part.kind}(${inlineText(part.content)})`
      return part.kind === 'code' ? `\`${part.text}\`` : part.text
    })
    .join('')

test('paragraphs, headings, lists, quotes, code and rules are read', () => {
  const text = '# Title #\none\ntwo\n\n- a\n  - b\n- c\n\n3. x\n4. y\n\n> said **so**\n\n```js\nlet a = 1\n```\n---'
  expect(flat(parseMarkdown(text))).toBe(
    'h1(Title)|p(one/two)|ul(p(a)|ul(p(b));p(c))|ol3(p(x);p(y))|quote(p(said strong(so)))|code(js):let a = 1|---',
  )
})

test('emphasis, code spans and links are read, and what is not closed stays', () => {
  expect(inlineText(parseInline('**a *b* c** and `x*y` in snake_case_name, 2 * 3 * 4'))).toBe(
    'strong(a em(b) c) and `x*y` in snake_case_name, 2 * 3 * 4',
  )
  expect(inlineText(parseInline('**open and `code'))).toBe('**open and `code')
  expect(inlineText(parseInline('see [the page](https://example.org/a?b=1) or https://example.org.'))).toBe(
    'see <the page→https://example.org/a?b=1> or <https://example.org→https://example.org>.',
  )
})

test('HTML, pictures and links that run something stay text', () => {
  const hostile =
    '<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![p](https://e.org/p.png) [d](data:text/html,x)'
  const kinds = parseInline(hostile).flatMap(part => (part.kind === 'link' ? [part.href] : []))
  expect(kinds).toEqual(['https://e.org/p.png'])
  expect(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', ' javascript:x', '/api/logout'].map(hostOf)).toEqual(
    [null, null, null, null, null],
  )
})

test('no text is lost or made up, and no link leads anywhere but to a page or a letter', () => {
  const piece = fc.oneof(
    fc.constantFrom('*', '**', '_', '`', '```', '\n', '- ', '> ', '# ', '[a](', 'https://a.b', ')', '1. ', '    '),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
      const text = pieces.join('')
      const letters = (value: string): string => value.replaceAll(/[^a-z]/gi, '')
      const seen = JSON.stringify(parseMarkdown(text).map(block => JSON.stringify(block)))
      expect(seen).not.toContain('javascript:')
      expect(letters(textOf(parseMarkdown(text))).length).toBeLessThanOrEqual(letters(text).length)
    }),
  )
})

const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map(block =>
      'blocks' in block
        ? textOf(block.blocks)
        : 'items' in block
          ? block.items.map(textOf).join('')
          : blockContent(block),
    )
    .join('')
const blockContent = (block: Block): string =>
  'content' in block ? block.content.map(plain).join('') : 'text' in block ? block.text : ''
const plain = (part: Inline): string =>
  'content' in part ? part.content.map(plain).join('') : 'text' in part ? part.text : ''

test('a long hostile text is read in time that grows with its length', () => {
  const cost = (text: string): number => {
    const before = process.cpuUsage() // not the clock: a loaded machine is no fault
    parseMarkdown(text)
    return process.cpuUsage(before).user / 1000
  }
  for (const seed of ['*a', '`', '[', '**_', '> ', '- ', 'https://', '``a`']) {
    cost(seed.repeat(2000))
    const [short, long] = [
      Math.min(...[1, 2, 3].map(() => cost(seed.repeat(20_000)))),
      Math.min(...[1, 2, 3].map(() => cost(seed.repeat(80_000)))),
    ]
    expect({ seed, isLinear: long < Math.max(60, short * 14) }).toEqual({ seed, isLinear: true })
  }
})
