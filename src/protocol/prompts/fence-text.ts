const SHORTEST_FENCE = 3

/**
 * Foreign text as data: it cannot end the fence, which is longer than its longest run of backticks, nor guess the
 * label.
 */
export function fenceText(text: string, label: string): string {
  let longest = SHORTEST_FENCE
  if (text.includes('`')) for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length + 1)
  const fence = '`'.repeat(longest)
  return `${fence}${label}\n${text}\n${fence}${label}`
}

/** Keeps both ends, since a call often stands at one of them, and says how much is missing. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.floor(limit / 2)
  const marker = `\n[… ${text.length - 2 * half} characters cut …]\n`
  return text.slice(0, half).toWellFormed() + marker + text.slice(-half).toWellFormed()
}
