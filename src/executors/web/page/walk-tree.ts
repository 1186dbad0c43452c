import type { DomNode } from './dom.ts'

export type Step = { readonly node: DomNode; readonly depth: number; readonly isEnd: boolean }

/** Each node when it begins and when it ends, without a stack that a deep page could fill. What `skips` names is left out with all that is in it. */
export function* walkTree(root: DomNode, skips: (node: DomNode) => boolean): Generator<Step> {
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
