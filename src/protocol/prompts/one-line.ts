const CUT_MARK = '…'

/** One cut line: descriptions come from strangers and must not pass for a section of the prompt. */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length <= limit
    ? line
    : `${line
        .slice(0, limit - CUT_MARK.length)
        .toWellFormed()
        .trimEnd()}${CUT_MARK}`
}
