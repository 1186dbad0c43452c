import type { JSX } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { visible } from '../../text/visible.ts'

const LENGTH = 2_000 // characters that render again for each piece

/** Streamed text. Only its end renders again, so that a long answer costs no more than a short one. */
export function Draft({ text }: { readonly text: string }): JSX.Element {
  const finished = useRef<string[]>([])
  const parts = finished.current
  let at = parts.reduce((sum, part) => sum + part.length, 0)
  if (at > text.length) [finished.current.length, at] = [0, 0]
  for (let end = breakAfter(text, at + LENGTH); end > 0; end = breakAfter(text, at + LENGTH)) {
    parts.push(text.slice(at, end))
    at = end
  }
  return (
    <div class="words draft" dir="auto">
      {parts.map((part, index) => (
        <Piece key={index} text={part} />
      ))}
      <p>{visible(text.slice(at))}</p>
    </div>
  )
}

function Piece({ text }: { readonly text: string }): JSX.Element {
  return useMemo(() => <p>{visible(text)}</p>, [text])
}

/** Behind the first line break from there on, or the first space where no line ends soon; 0 if there is none yet. */
function breakAfter(text: string, from: number): number {
  if (text.length <= from) return 0
  const line = text.indexOf('\n', from)
  if (line >= 0) return line + 1
  return text.length > from + LENGTH ? text.indexOf(' ', from) + 1 : 0
}
