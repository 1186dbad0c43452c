/** The last command of a shell line that is joined by `&&`, `||`, `;` or line ends, without what it is piped into and without redirections. */
export function lastCommand(line: string): string {
  const commands = splitOutsideQuotes(line, /^(?:&&|\|\||;|\n)/)
  const last = commands.findLast(command => command.trim() !== '') ?? ''
  const [first = ''] = splitOutsideQuotes(last, /^\|&?/)
  return first.replaceAll(REDIRECTION, ' ').replaceAll(/\s+/g, ' ').trim()
}

const REDIRECTION = /(?:^|\s)(?:\d|&)?(?:>>?|<)\s{0,4}(?:&\d|&-|"[^"\n]{0,400}"|'[^'\n]{0,400}'|[^\s"'|;&]{1,400})/g

/** A quoted separator is text. */
function splitOutsideQuotes(line: string, separator: RegExp): readonly string[] {
  const parts: string[] = []
  let [start, quote] = [0, '']
  for (let index = 0; index < line.length; index++) {
    const char = line[index] ?? ''
    if (char === '\\' && quote !== "'") index++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'" || char === '`') quote = char
    else {
      const found = separator.exec(line.slice(index, index + 2))?.[0]
      if (found === undefined) continue
      parts.push(line.slice(start, index))
      start = index + found.length
      index = start - 1
    }
  }
  return [...parts, line.slice(start)]
}
