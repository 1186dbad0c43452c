const PAIR =
  /(?:--([\w.-]+)(?:=|\s+)|([\w.-]+)\s*=\s*)(?:"([^"\\]*)"|'([^'\\]*)'|([^\s,;"'\\-][^\s,;"'\\]*))(?:[\s,;]+|$)/y

/** `city="Bern", days=3` or `--city Bern --days 3`, and nothing else on the line. A value with spaces needs its quotes. */
export function pairsIn(line: string): ReadonlyMap<string, string> | undefined {
  const pairs = new Map<string, string>()
  for (PAIR.lastIndex = 0; PAIR.lastIndex < line.length;) {
    const [, option, key = option ?? '', double, single, bare = ''] = PAIR.exec(line) ?? []
    if (key === '' || pairs.has(key)) return undefined
    pairs.set(key, double ?? single ?? bare)
  }
  return pairs
}
