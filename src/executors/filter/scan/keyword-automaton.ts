/** Called with the number of a keyword and the position after its last character. */
type OnKeyword = (keyword: number, end: number) => void
export type KeywordAutomaton = { readonly scan: (text: string, onKeyword: OnKeyword) => void }

/** Letters without case. Characters beyond ASCII share places, so the caller must look again. */
const fold = (code: number): number => {
  const low = code & 127
  return low >= 65 && low <= 90 ? low + 32 : low
}

type Trie = { readonly children: Map<number, number>[]; readonly ends: number[][] }

/**
 * All keywords are found in one pass, whatever their number (Aho and Corasick, 1975): one table look-up for every
 * character of the text. A step to a node that ends a keyword is marked in the table, so that one comparison tells it
 * from the rest.
 */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const classes = numberClasses(keywords)
  const trie = plant(keywords, classes)
  return { scan: scanner({ ...link(trie, classes), classes, ends: trie.ends }) }
}

/** Characters that no keyword holds are all class 0. */
function numberClasses(keywords: readonly string[]): Uint8Array {
  const classes = new Uint8Array(128)
  let count = 0
  for (const keyword of keywords)
    for (let index = 0; index < keyword.length; index++) {
      const code = fold(keyword.charCodeAt(index))
      if (classes[code] === 0) classes[code] = ++count
    }
  for (let code = 65; code <= 90; code++) classes[code] = classes[code + 32] ?? 0
  return classes
}

function plant(keywords: readonly string[], classes: Uint8Array): Trie {
  const children = [new Map<number, number>()]
  const ends: number[][] = [[]]
  for (const [number, keyword] of keywords.entries()) {
    let node = 0
    for (let index = 0; index < keyword.length; index++) {
      const each = classes[fold(keyword.charCodeAt(index))] ?? 0
      const known = children[node]?.get(each)
      if (known === undefined) {
        children.push(new Map())
        ends.push([])
        children[node]?.set(each, children.length - 1)
      }
      node = known ?? children.length - 1
    }
    ends[node]?.push(number)
  }
  return { children, ends }
}

type Numbers = Uint16Array | Uint32Array
/** Half the memory where it suffices: most of the work is waiting for this table. */
const numbers = (highest: number, length: number): Numbers =>
  highest <= 65_535 ? new Uint16Array(length) : new Uint32Array(length)

/** Steps from this on lead to a node that ends a keyword. */
type TransitionTable = { readonly next: Numbers; readonly width: number; readonly endMark: number }

/** Breadth first: where a node has no child, the table goes where its longest suffix would go. */
function link({ children, ends }: Trie, classes: Uint8Array): TransitionTable {
  const width = Math.max(...classes) + 1
  const endMark = children.length
  const next = numbers(2 * endMark, endMark * width)
  const suffix = new Uint32Array(endMark)
  const queue = [0]
  for (const node of queue) {
    const row = node * width
    const beyond = (suffix[node] ?? 0) * width
    if (node !== 0) next.copyWithin(row, beyond, beyond + width)
    for (const [each, child] of children[node] ?? []) {
      const step = node === 0 ? 0 : (next[row + each] ?? 0)
      const longest = step >= endMark ? step - endMark : step
      suffix[child] = longest
      const own = ends[child] ?? []
      own.push(...(ends[longest] ?? []))
      next[row + each] = own.length > 0 ? child + endMark : child
      queue.push(child)
    }
  }
  return { next, width, endMark }
}

type Tables = TransitionTable & { readonly classes: Uint8Array; readonly ends: readonly (readonly number[])[] }

/** The inner loop is a function of its own that ends at every keyword, so that V8 compiles it early. */
function scanner({ next, width, endMark, classes, ends }: Tables): KeywordAutomaton['scan'] {
  const cursor = { node: 0, isEnd: false }
  const advance = (text: string, from: number): number => {
    let node = cursor.node
    let index = from
    while (index < text.length) {
      node = next[node * width + (classes[text.charCodeAt(index++) & 127] ?? 0)] ?? 0
      if (node >= endMark) break
    }
    cursor.isEnd = node >= endMark
    cursor.node = cursor.isEnd ? node - endMark : node
    return index
  }
  return (text, onKeyword) => {
    cursor.node = 0
    for (let end = advance(text, 0); cursor.isEnd; end = advance(text, end)) {
      for (const keyword of ends[cursor.node] ?? []) onKeyword(keyword, end)
      if (end >= text.length) break
    }
  }
}
