import { type DomElement, type DomNode, isElement } from './dom.ts'

type Rule = {
  readonly filter: readonly string[]
  readonly replacement: (content: string, node: DomElement) => string
}
type Turndown = new (options: object) => {
  addRule(name: string, rule: Rule): unknown
  remove(names: readonly string[]): unknown
  turndown(node: DomElement): string
}

/** Set on tables that only put things side by side. */
export const LAYOUT = 'data-layout'

/** The only place that loads it. Rejects if it is not installed. */
export async function loadMarkdownWriter(): Promise<(element: DomElement) => string> {
  const turndown: string = 'turndown' // it comes without types, for which the compiler would ask
  const loaded: unknown = await import(turndown)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types, as far as they are used here
  const { default: Writer } = loaded as { readonly default: Turndown }
  const writer = new Writer({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', emDelimiter: '*' })
  writer.remove(['script', 'style', 'noscript', 'template'])
  for (const [kind, rule] of Object.entries({ ...RULES, piece: pieceRule() })) writer.addRule(kind, rule)
  return element => writer.turndown(element)
}

const oneLine = (content: string): string => content.replace(/\s*\n\s*/g, ' ').trim()

const RULES: Readonly<Record<string, Rule>> = {
  // Its address would let the page call home when the result is shown.
  image: {
    filter: ['img'],
    replacement: (_content, node) => {
      const words = oneLine(node.getAttribute('alt') ?? '')
      return words === '' ? '' : `[image: ${words}]`
    },
  },
  cell: {
    filter: ['th', 'td'],
    replacement: (content, node) =>
      isInLayout(node) ? `\n\n${content}\n\n` : ` ${oneLine(content).replaceAll('|', String.raw`\|`)} |`,
  },
  row: {
    filter: ['tr'],
    replacement: (content, node) =>
      isInLayout(node) ? content : `|${content}\n${isFirst(node) ? `${ruleFor(content)}\n` : ''}`,
  },
  part: { filter: ['thead', 'tbody', 'tfoot'], replacement: content => content },
  table: { filter: ['table'], replacement: content => `\n\n${content}\n\n` },
}

/** Its own rule counts all neighbours again for each piece of a list. */
function pieceRule(): Rule {
  const last = new WeakMap<DomNode, number>()
  const markOf = ({ parentNode: list }: DomElement): string => {
    if (list?.nodeName !== 'OL' || !isElement(list)) return '-   '
    const start = Number.parseInt(list.getAttribute('start') ?? '1', 10)
    const number = (last.get(list) ?? (Number.isSafeInteger(start) ? start : 1) - 1) + 1
    last.set(list, number)
    return `${number}.  `
  }
  return {
    filter: ['li'],
    replacement(content, node) {
      const mark = markOf(node)
      return `${mark}${content.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`)}${node.nextSibling ? '\n' : ''}`
    },
  }
}

function isInLayout(node: DomNode): boolean {
  let above = node.parentNode
  while (above && above.nodeName !== 'TABLE') above = above.parentNode
  return above !== null && isElement(above) && above.getAttribute(LAYOUT) !== null
}

/** Of its table, as far as its neighbours can say. */
function isFirst(row: DomNode): boolean {
  const before = 'previousElementSibling' in row ? row.previousElementSibling : null
  const part = row.parentNode
  if (before !== null) return false
  return (
    part === null ||
    part.nodeName === 'TABLE' ||
    !('previousElementSibling' in part) ||
    part.previousElementSibling === null
  )
}

const ruleFor = (row: string): string => `|${' --- |'.repeat(Math.max(1, row.split(/(?<!\\)\|/).length - 1))}`
