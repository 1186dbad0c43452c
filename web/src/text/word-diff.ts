export type DiffPart = { readonly sign: ' ' | '+' | '-'; readonly text: string }

const MOST = 400 // words on either side that are compared one by one; beyond, the middle counts as replaced

/** The difference of two texts, word by word. */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const middle = compare(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  return join([...a.slice(0, head).map(same), ...middle, ...a.slice(a.length - tail).map(same)])
}

const wordsOf = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
const same = (text: string): DiffPart => ({ sign: ' ', text })

function compare(a: readonly string[], b: readonly string[]): readonly DiffPart[] {
  if (a.length > MOST || b.length > MOST)
    return [
      { sign: '-', text: a.join('') },
      { sign: '+', text: b.join('') },
    ]
  const length = lengths(a, b)
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) [i, j] = [i + 1, (parts.push(same(left)), j + 1)]
    else if (right === undefined || (left !== undefined && (length[i + 1]?.[j] ?? 0) >= (length[i]?.[j + 1] ?? 0))) {
      parts.push({ sign: '-', text: left ?? '' })
      i++
    } else {
      parts.push({ sign: '+', text: right })
      j++
    }
  }
  return parts
}

/** `[i][j]`: how many words the rests behind i and j have in common, in order. */
function lengths(a: readonly string[], b: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = a.length - 1; i >= 0; i--) {
    const [row, below] = [table[i], table[i + 1]]
    for (let j = b.length - 1; j >= 0; j--) {
      if (row) row[j] = a[i] === b[j] ? (below?.[j + 1] ?? 0) + 1 : Math.max(below?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return table
}

function join(parts: readonly DiffPart[]): readonly DiffPart[] {
  const joined: { sign: DiffPart['sign']; text: string }[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.sign === part.sign) last.text += part.text
    else if (part.text !== '') joined.push({ ...part })
  }
  return joined
}
