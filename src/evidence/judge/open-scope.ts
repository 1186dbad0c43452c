import { linesOf } from '../match/line-counter.ts'
import type { Case } from './case.ts'
import type { ScopePart } from './resolve-scope.ts'

/** A file of a scope, or the lines of it that the scope names. */
export type Page = { readonly path: string; readonly text: string; readonly firstLine: number }

/** As much as one look may cost. */
export type ScopeLimits = { readonly files: number; readonly characters: number }

/** Undefined where it is too much, or where a part of it cannot be read: then nothing is known of the whole. */
export async function openScope(
  scope: readonly ScopePart[],
  { shelf }: Case,
  limits: ScopeLimits,
): Promise<readonly Page[] | undefined> {
  if (scope.length > limits.files) return undefined
  const pages: Page[] = []
  let characters = 0
  for (const { path, lines } of scope) {
    const file = await shelf.open(path)
    if (!file.ok) return undefined
    const text = lines === undefined ? file.value.text : (linesOf(file.value.text, lines) ?? '')
    characters += text.length
    if (characters > limits.characters) return undefined
    pages.push({ path, text, firstLine: lines?.[0] ?? 1 })
  }
  return pages
}
