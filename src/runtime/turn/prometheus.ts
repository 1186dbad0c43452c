/** The labels of a series. */
type Labels = { readonly [name: string]: string }

export type Counter = { readonly add: (labels: Labels, more?: number) => void; readonly render: () => string }
export type Histogram = { readonly observe: (labels: Labels, value: number) => void; readonly render: () => string }

type Described = { readonly name: string; readonly help: string }

/** A number that only grows, one for each set of labels. */
export function createCounter({ name, help }: Described): Counter {
  const series = new Map<string, number>()
  return {
    add(labels, more = 1) {
      const key = labelText(labels)
      series.set(key, (series.get(key) ?? 0) + more)
    },
    render: () =>
      [...heading(name, help, 'counter'), ...[...series].map(([key, value]) => `${name}${braced(key)} ${value}`)].join(
        '\n',
      ),
  }
}

type Buckets = { readonly counts: number[]; sum: number; count: number }

/** How many values were at most as large as each bound, the whole sum, and how many there were. */
export function createHistogram({ name, help }: Described, bounds: readonly number[]): Histogram {
  const series = new Map<string, Buckets>()
  return {
    observe(labels, value) {
      const key = labelText(labels)
      const buckets = series.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
      series.set(key, buckets)
      buckets.sum += value
      buckets.count += 1
      const place = bounds.findIndex(bound => value <= bound)
      if (place >= 0) buckets.counts[place] = (buckets.counts[place] ?? 0) + 1
    },
    render: () =>
      [...heading(name, help, 'histogram'), ...[...series].flatMap(([key, buckets]) => lines(key, buckets))].join('\n'),
  }

  function lines(key: string, { counts, sum, count }: Buckets): readonly string[] {
    let below = 0
    const filled = bounds.map((bound, place) => {
      below += counts[place] ?? 0
      return `${name}_bucket${braced(joined(key, `le="${bound}"`))} ${below}`
    })
    const infinite = `${name}_bucket${braced(joined(key, 'le="+Inf"'))} ${count}`
    return [...filled, infinite, `${name}_sum${braced(key)} ${sum}`, `${name}_count${braced(key)} ${count}`]
  }
}

const heading = (name: string, help: string, type: string): readonly string[] => [
  `# HELP ${name} ${help.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`)}`,
  `# TYPE ${name} ${type}`,
]

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')

const escaped = (value: string): string =>
  value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)

const joined = (key: string, more: string): string => (key === '' ? more : `${key},${more}`)
const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`)

/** Keeps the first names and calls all others `other`, so that made-up names cannot fill the memory. */
export function boundNames(most: number): (name: string) => string {
  const known = new Set<string>()
  return name => {
    if (known.has(name)) return name
    if (known.size >= most || name.length > MAX_NAME) return 'other'
    known.add(name)
    return name
  }
}

const MAX_NAME = 200
