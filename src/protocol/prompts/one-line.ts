const CUT_MARK = '…'

/** Descriptions come from tool authors and foreign servers: on one line and cut, they cannot pass for a section of the prompt. */
export function oneLine(text: string, limit: number): string {
  const line = text.replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.length <= limit
    ? line
    : `${line
        .slice(0, limit - CUT_MARK.length)
        .toWellFormed()
        .trimEnd()}${CUT_MARK}`
}
