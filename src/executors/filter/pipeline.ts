import { CountersignError } from '../../core/index.ts'
import { type Confidence, type FilterMetrics, createFilterMetricsRegistry, describeMetrics } from './filter-metrics.ts'
import { type Matcher, compileMatcher } from './matcher.ts'
import type { FoundSecret, Redactor } from './redactor.ts'
import { type FindSecurityLines, createFindSecurityLines, preserveSecurityLines } from './security-lines.ts'

type FilterResult = { readonly text: string; readonly confidence: Confidence }
/** Shortens the output of some commands or tools. If it throws, its stage changes nothing and counts as `Fallback`. */
export type Filter = {
  readonly name: string
  readonly matches: Matcher
  readonly apply: (text: string) => FilterResult
}

export type FilterPipeline = {
  /** `command` is a tool's name, or the shell line that it ran. A filter for either is used. */
  readonly run: (command: string, text: string, line?: string) => FilteredOutput
  readonly metrics: () => readonly FilterMetrics[]
}

type FilteredOutput = {
  readonly text: string
  /** The worst of the stages; `Full` when no filter was for this command. */
  readonly confidence: Confidence
  readonly applied: readonly string[]
  /** Where secrets stood in the text that was given. */
  readonly found: readonly FoundSecret[]
}

export type FilterPipelineOptions = {
  readonly redactor: Redactor
  /** Gets one line for every 50 outputs. */
  readonly log?: ((line: string) => void) | undefined
}

const OUTPUTS_PER_LINE = 50 // origins of the filter pipeline
const RANK = { Full: 0, Partial: 1, Fallback: 2 } as const satisfies Record<Confidence, number>

/** Stages in the order given, then the security lines they dropped, then redaction, which cannot be turned off. */
export function createFilterPipeline(filters: readonly Filter[], options: FilterPipelineOptions): FilterPipeline {
  refuseDuplicates(filters)
  const stages = filters.map(filter => ({ filter, matches: compileMatcher(filter.matches) }))
  const registry = createFilterMetricsRegistry(filters.map(({ name }) => name))
  const findLines = createFindSecurityLines()
  let outputs = 0
  return {
    metrics: registry.all,
    run: (command, text, line = command) => {
      const chosen = stages.flatMap(({ filter, matches }) => (matches(command) || matches(line) ? [filter] : []))
      for (const { filter } of stages) if (!chosen.includes(filter)) registry.count(filter.name, 'skipped')
      const output = filterText({ text, chosen, findLines, redactor: options.redactor, count: registry.count })
      if (++outputs % OUTPUTS_PER_LINE === 0) options.log?.(describeMetrics(outputs, registry.all()))
      return output
    },
  }
}

function refuseDuplicates(filters: readonly Filter[]): void {
  const twice = filters.find(({ name }, index) => filters.findIndex(other => other.name === name) !== index)
  if (twice !== undefined)
    throw new CountersignError('config_invalid', `Two filters are named "${twice.name}". Rename one of them.`)
}

type FilterRun = {
  readonly text: string
  readonly chosen: readonly Filter[]
  readonly findLines: FindSecurityLines
  readonly redactor: Redactor
  readonly count: (name: string, stage: { before: number; after: number; confidence: Confidence }) => void
}

/** Secrets are looked for before the stages as well: what a filter cuts in two is no longer recognised. */
function filterText({ text, chosen, findLines, redactor, count }: FilterRun): FilteredOutput {
  const first = redactor.redactText(text)
  if (chosen.length === 0) return { text: first.text, found: first.found, confidence: 'Full', applied: [] }
  let [shown, confidence]: [string, Confidence] = [first.text, 'Full']
  for (const filter of chosen) {
    const result = applySafely(filter, shown)
    count(filter.name, { before: shown.length, after: result.text.length, confidence: result.confidence })
    shown = result.text
    if (RANK[result.confidence] > RANK[confidence]) confidence = result.confidence
  }
  const preserved = preserveSecurityLines(first.text, shown, findLines)
  return {
    text: redactor.redactText(preserved).text,
    found: first.found,
    confidence,
    applied: chosen.map(({ name }) => name),
  }
}

function applySafely(filter: Filter, text: string): FilterResult {
  try {
    return filter.apply(text)
  } catch {
    return { text, confidence: 'Fallback' }
  }
}
