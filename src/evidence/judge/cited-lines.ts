import type { EvidenceFinding } from '../../core/index.ts'
import { linesOf } from '../match/line-counter.ts'
import type { Case } from './case.ts'

/** The whole lines in which the line's quotes and places stand, and the names of their files. */
export async function citedLines(cited: readonly EvidenceFinding[], { shelf }: Case): Promise<readonly string[]> {
  const opened = await Promise.all(
    cited.map(async ({ file, lines }) => {
      const found = file === undefined || lines === undefined ? undefined : await shelf.open(file)
      return found?.ok === true && lines !== undefined ? (linesOf(found.value.text, lines) ?? '') : ''
    }),
  )
  return [...opened, ...cited.flatMap(({ file }) => file ?? [])]
}
