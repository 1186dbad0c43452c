import { BASE_RULES } from '../../src/executors/filter/index.ts'
import { createRedactor } from './ours.ts'

/** Replaces what it takes for secret, and says how many places that were. */
export type Contestant = { readonly name: string; readonly redact: (text: string) => Promise<Outcome> | Outcome }
export type Outcome = { readonly text: string; readonly alarms: number }

export const ours = (): Contestant => {
  const redactor = createRedactor({ key: 'bench' })
  return {
    name: 'countersign',
    redact: text => {
      const { text: redacted, found } = redactor.redactText(text)
      return { text: redacted, alarms: found.length }
    },
  }
}

/** The base layer as most tools have it: each pattern over the whole text, and no second look. */
export const plainPatterns = (): Contestant => {
  const patterns = BASE_RULES.map(({ pattern }) => new RegExp(pattern.source, `${pattern.flags}g`))
  return {
    name: `the ${patterns.length} base patterns alone`,
    redact: text => {
      let alarms = 0
      let redacted = text
      for (const pattern of patterns)
        redacted = redacted.replaceAll(pattern, match => {
          alarms++
          return '*'.repeat(Math.min(3, match.length))
        })
      return { text: redacted, alarms }
    },
  }
}

/** As a library, with its recommended rules; undefined where it is not installed. */
export async function secretlint(): Promise<Contestant | undefined> {
  try {
    const { lintSource } = await import('@secretlint/core')
    const { creator } = await import('@secretlint/secretlint-rule-preset-recommend')
    const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] }
    return {
      name: 'secretlint, recommended rules',
      redact: async text => {
        const source = { filePath: 'output.txt', content: text, ext: '.txt', contentType: 'text' as const }
        const { messages } = await lintSource({ source, options: { config } })
        return {
          text: cutOut(
            text,
            messages.map(({ range }) => range),
          ),
          alarms: messages.length,
        }
      },
    }
  } catch (thrown) {
    console.log(`secretlint is not measured: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    return undefined
  }
}

function cutOut(text: string, ranges: readonly (readonly [number, number])[]): string {
  let [redacted, from] = ['', 0]
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (start > from) redacted += text.slice(from, start)
    from = Math.max(from, end)
  }
  return redacted + text.slice(from)
}
