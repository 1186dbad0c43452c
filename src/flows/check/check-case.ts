import type { JsonObject } from '../../core/index.ts'
import type { ToolSource } from '../../catalog/index.ts'

export type CheckedCall = { readonly tool: string; readonly args: JsonObject }

/** A message, the tools that are on offer with it, and what should come of it. */
export type CheckCase = {
  readonly id: string
  /** What it tests, in a word; cases are drawn evenly over these. */
  readonly kind: string
  readonly tools: readonly ToolSource[]
  readonly message: string
  /** How many calls should come out; with none, an answer in prose is right. */
  readonly expects: number
  readonly isRight: (calls: readonly CheckedCall[]) => boolean
}

/** As many as wanted, the same ones every time: one of each kind in turn, in the order in which they are given. */
export function spreadCases<Case extends Pick<CheckCase, 'kind'>>(
  all: readonly Case[],
  count: number,
): readonly Case[] {
  const kinds = new Map<string, Case[]>()
  for (const each of all) kinds.set(each.kind, [...(kinds.get(each.kind) ?? []), each])
  const rounds = Math.max(0, ...[...kinds.values()].map(({ length }) => length))
  const inTurn = Array.from({ length: rounds }, (_, round) =>
    [...kinds.values()].flatMap(cases => cases[round] ?? []),
  ).flat()
  const chosen = new Set(inTurn.slice(0, count))
  return all.filter(each => chosen.has(each))
}
