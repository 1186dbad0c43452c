import type { ToolClaim } from '../reply/tool-claims.ts'

/** What the line is held against besides files: the answer above it. */
export type Answer = {
  readonly text: string
  readonly claims: readonly ToolClaim[]
  readonly hasAbsence: boolean
  /** What stands in the places that the line names, all together. */
  readonly cited?: string
  /** Words that are said to be missing; in the line, too, they are no quotes. */
  readonly missing: ReadonlySet<string>
}
