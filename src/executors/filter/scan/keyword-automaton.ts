/** Called with the number of a keyword and the position after its last character. */
export type OnKeyword = (keyword: number, end: number) => void
export type KeywordAutomaton = { readonly scan: (text: string, onKeyword: OnKeyword) => void }

/** Letters without case, everything else as it is; characters beyond ASCII share places, so whoever is called must look again. */
const fold = (code: number): number => {
  const low = code & 127
  return low >= 65 && low <= 90 ? low + 32 : low
}

type Trie = { readonly children: Map<number, number>[]; readonly ends: number[][] }

/**
 * All keywords are found in one pass, whatever their number (Aho and Corasick, 1975): one table look-up for every character of the text.
 * Nodes that end a keyword are numbered last, so that one comparison tells them from the rest.
 */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const classes = numberClasses(keywords)
  const trie = plant(keywords, classes)
  const { table, width } = link(trie, classes)
  const order = [...trie.ends.keys()].toSorted((a, b) => Math.min(1, trie.ends[a]?.length ?? 0) - Math.min(1, trie.ends[b]?.length ?? 0))
  const place = new Map(order.map((node, index) => [node, index]))
  const firstEnd = order.findIndex(node => trie.ends[node]?.length !== 0)
  const next = numbers(order.length, table.length)
  for (const [index, node] of order.entries())
    for (let each = 0; each < width; each++) next[index * width + each] = place.get(table[node * width + each] ?? 0) ?? 0
  const found = order.slice(firstEnd).map(node => trie.ends[node] ?? [])
  return { scan: scanner({ next, width, classes, firstEnd, found }) }
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
const numbers = (nodes: number, length: number): Numbers => (nodes <= 65_536 ? new Uint16Array(length) : new Uint32Array(length))

/** Breadth first: where a node has no child, the table goes where its longest suffix would go. */
function link({ children, ends }: Trie, classes: Uint8Array): { readonly table: Numbers; readonly width: number } {
  const width = Math.max(...classes) + 1
  const table = numbers(children.length, children.length * width)
  const suffix = numbers(children.length, children.length)
  const queue = [0]
  for (const node of queue) {
    const row = node * width
    const beyond = (suffix[node] ?? 0) * width
    if (node !== 0) table.copyWithin(row, beyond, beyond + width)
    for (const [each, child] of children[node] ?? []) {
      suffix[child] = node === 0 ? 0 : (table[row + each] ?? 0)
      ends[child]?.push(...(ends[suffix[child] ?? 0] ?? []))
      table[row + each] = child
      queue.push(child)
    }
  }
  return { table, width }
}

type Tables = {
  readonly next: Numbers
  readonly width: number
  readonly classes: Uint8Array
  readonly firstEnd: number
  readonly found: readonly (readonly number[])[]
}

/** The inner loop is a function of its own that ends at every keyword, so that it is compiled for speed after the first few. */
function scanner({ next, width, classes, firstEnd, found }: Tables): KeywordAutomaton['scan'] {
  if (firstEnd < 0) return () => undefined
  const cursor = { node: 0 }
  const advance = (text: string, from: number): number => {
    let node = cursor.node
    let index = from
    while (index < text.length) {
      node = next[node * width + (classes[text.charCodeAt(index++) & 127] ?? 0)] ?? 0
      if (node >= firstEnd) break
    }
    cursor.node = node
    return index
  }
  return (text, onKeyword) => {
    cursor.node = 0
    for (let end = advance(text, 0); cursor.node >= firstEnd; end = advance(text, end)) {
      for (const keyword of found[cursor.node - firstEnd] ?? []) onKeyword(keyword, end)
      if (end >= text.length) break
    }
  }
}
