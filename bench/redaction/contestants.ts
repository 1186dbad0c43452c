import { BASE_RULES } from '../../src/executors/filter/index.ts'
import { loadPeer } from '../peers.ts'
import { createRedactor } from './ours.ts'

export type Range = readonly [number, number]
/** Says where it sees secrets. */
export type Contestant = {
  readonly name: string
  readonly find: (text: string) => Promise<readonly Range[]> | readonly Range[]
}

export const ours = (): Contestant => {
  const redactor = createRedactor({ key: 'bench' })
  return { name: 'countersign', find: text => redactor.redactText(text).found.map(({ start, end }) => [start, end]) }
}

/** The base layer as most tools have it: each pattern over the whole text, and no second look. */
export const plainPatterns = (): Contestant => {
  const patterns = BASE_RULES.map(({ pattern }) => new RegExp(pattern.source, `${pattern.flags}g`))
  return {
    name: `the ${patterns.length} base patterns alone`,
    find: text =>
      patterns.flatMap(pattern =>
        [...text.matchAll(pattern)].map((match): Range => [match.index, match.index + match[0].length]),
      ),
  }
}

type Lint = { lintSource: (request: object) => Promise<{ messages: readonly { range: readonly [number, number] }[] }> }
type Preset = { creator: unknown }
const PRESET = '@secretlint/secretlint-rule-preset-recommend'

/** As a library, with its recommended rules; undefined where it is not installed. */
export async function secretlint(): Promise<Contestant | undefined> {
  const [core, preset] = [await loadPeer('@secretlint/core'), await loadPeer(PRESET)]
  if (core === undefined || preset === undefined) return undefined
  const { lintSource } = core as Lint
  const config = { rules: [{ id: PRESET, rule: (preset as Preset).creator }] }
  return {
    name: 'secretlint, recommended rules',
    find: async text => {
      const source = { filePath: 'output.txt', content: text, ext: '.txt', contentType: 'text' }
      const { messages } = await lintSource({ source, options: { config } })
      return messages.map(({ range }): Range => [range[0], range[1]])
    },
  }
}

/** What is left to read. */
export function cutOut(text: string, ranges: readonly Range[]): string {
  let [redacted, from] = ['', 0]
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (start > from) redacted += text.slice(from, start)
    from = Math.max(from, end)
  }
  return redacted + text.slice(from)
}
