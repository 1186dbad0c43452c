import type { JSX } from 'preact'
import { visible } from '../text/visible.ts'
import type { DiffPart } from '../text/word-diff.ts'

/** A diff of two texts. */
export function Difference({
  title,
  parts,
}: {
  readonly title: string
  readonly parts: readonly DiffPart[]
}): JSX.Element {
  return (
    <>
      <p class="faint">{title}</p>
      <pre class="difference" tabIndex={0} role="group" aria-label={title}>
        {parts.map((part, index) =>
          part.sign === '-' ? (
            <del key={index}>{visible(part.text)}</del>
          ) : part.sign === '+' ? (
            <ins key={index}>{visible(part.text)}</ins>
          ) : (
            <span key={index}>{visible(part.text)}</span>
          ),
        )}
      </pre>
    </>
  )
}
