import type { Json, Workspace } from '../core/index.ts'
import { type Filter, createFilterPipeline, createRedactor } from '../executors/index.ts'
import type { OutputFilter } from './call/call-runtime.ts'

export type FilterOptions = {
  /** Digests of redacted values are made with it. */
  readonly key: Uint8Array
  readonly secrets: readonly string[]
  readonly filters: readonly Filter[]
  readonly workspace: Workspace
}

/** Everything that is shown or written passes here: the filters that are for this tool, and redaction, which is always the last. */
export function createOutputFilter({ key, secrets, filters, workspace }: FilterOptions): OutputFilter {
  const redactor = createRedactor({ key, known: secrets })
  const pipeline = createFilterPipeline(filters, { redactor })
  return {
    text: (text, tool) => pipeline.run(tool, text).text,
    message: text => redactor.redactText(workspace.relativise(text)).text,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- redaction replaces texts by texts and leaves the form as it is
    json: <Value extends Json>(value: Value) => redactor.redactJson(value) as Value,
  }
}
