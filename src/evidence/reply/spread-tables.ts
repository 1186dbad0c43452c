const ROW = /^\s{0,3}\|(.*)\|\s*$/
const RULE = /^\s{0,3}\|[\s:|-]+\|\s*$/

const cellsOf = (line: string): readonly string[] => (ROW.exec(line)?.[1] ?? '').split('|').map(cell => cell.trim())

/** Each row of a table as a sentence in which the cells stand behind the names of their columns: a cell alone says nothing. */
export function spreadTables(reply: string): string {
  if (!reply.includes('|')) return reply
  const lines = reply.split('\n')
  let columns: readonly string[] | undefined
  return lines
    .flatMap((line, index) => {
      if (!ROW.test(line)) {
        columns = undefined
        return [line]
      }
      if (columns === undefined && RULE.test(lines[index + 1] ?? '')) {
        columns = cellsOf(line)
        return ['']
      }
      if (RULE.test(line)) return ['']
      return columns === undefined ? [line] : [sentenceOf(columns, cellsOf(line))]
    })
    .join('\n')
}

const FEW = 3 // words; more of them say by themselves what they say

function sentenceOf(columns: readonly string[], cells: readonly string[]): string {
  const told = cells.map((cell, index) =>
    cell.split(/\s+/).length > FEW ? cell : `${cell === '' ? '' : nameOf(columns[index] ?? '')} ${cell}`.trim(),
  )
  return `${told.filter(Boolean).join(', ')}.`
}

/** A number behind "Line" or "Scene" is read with it; a sign names nothing. */
const nameOf = (column: string): string =>
  /^[\p{L}\d ]+$/u.test(column) ? (/^\p{Lu}{2}/u.test(column) ? column : column.toLowerCase()) : ''
