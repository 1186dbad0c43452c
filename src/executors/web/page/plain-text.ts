import { type DomNode, isElement } from './dom.ts'

/** Readability and Turndown visit a page many times; a larger page would take them too long. */
export const FINE_LIMITS = { depth: 100, elements: 15_000, depths: 300_000 } as const

export function isTooLargeForMarkdown(root: DomNode): boolean {
  let [elements, depths] = [0, 0]
  for (const { node, depth, isEnd } of walkTree(root, () => false)) {
    if (isEnd || !isElement(node)) continue
    elements += 1
    depths += depth
    if (elements > FINE_LIMITS.elements || depth > FINE_LIMITS.depth || depths > FINE_LIMITS.depths) return true
  }
  return false
}

const INLINE: ReadonlySet<string> = new Set(
  (
    'A ABBR B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SMALL SPAN STRIKE STRONG ' +
    'SUB SUP TIME TT U VAR WBR'
  ).split(' '),
)

/** Words and lines, and nothing else, in one pass. */
export function textOfNode(root: DomNode, skips: (node: DomNode) => boolean): string {
  const parts: string[] = []
  for (const { node, isEnd } of walkTree(root, skips)) {
    if (node.nodeName === '#text') parts.push(isEnd ? '' : (node.textContent ?? '').replace(/\s+/g, ' '))
    else if (node.nodeName === 'TD' || node.nodeName === 'TH') parts.push(' ')
    else if (isElement(node) && !INLINE.has(node.nodeName)) parts.push('\n')
  }
  const lines = parts.join('').split('\n')
  return lines
    .map(line => line.replace(/ +/g, ' ').trim())
    .filter(line => line !== '')
    .join('\n')
}

type TreeStep = { readonly node: DomNode; readonly depth: number; readonly isEnd: boolean }

/** Visits each node at its start and end without recursion. What `skips` names is left out with its content. */
function* walkTree(root: DomNode, skips: (node: DomNode) => boolean): Generator<TreeStep> {
  let [node, depth]: [DomNode, number] = [root, 0]
  for (;;) {
    const isLeft = skips(node)
    if (!isLeft) yield { node, depth, isEnd: false }
    const inner = isLeft ? null : node.firstChild
    if (inner) {
      ;[node, depth] = [inner, depth + 1]
      continue
    }
    if (!isLeft) yield { node, depth, isEnd: true }
    while (node !== root && !node.nextSibling) {
      if (!node.parentNode) return
      ;[node, depth] = [node.parentNode, depth - 1]
      yield { node, depth, isEnd: true }
    }
    if (node === root || !node.nextSibling) return
    node = node.nextSibling
  }
}
