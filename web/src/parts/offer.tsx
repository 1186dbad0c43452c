import type { JSX } from 'preact'
import { visible } from '../text/visible.ts'
import { Link } from './link.tsx'

/** The tools that a model may see. */
export function OfferedTools({
  tools,
  none,
}: {
  readonly tools: readonly string[]
  readonly none: string
}): JSX.Element {
  return (
    <ul class="chips" data-testid="offered">
      {tools.length === 0 && <li class="faint">{none}</li>}
      {tools.map(tool => (
        <li key={tool}>
          <Link href={`/tools?tool=${encodeURIComponent(tool)}`} class="chip chip-ok">
            {visible(tool)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type WithheldProps = {
  readonly tools: readonly { readonly tool: string; readonly because: string }[]
  readonly none: string
}

/** The withheld tools, each with the reason. */
export function WithheldTools({ tools, none }: WithheldProps): JSX.Element {
  if (tools.length === 0) return <p class="faint">{none}</p>
  return (
    <ul class="plain">
      {tools.map(({ tool, because }) => (
        <li key={tool}>
          <code>{visible(tool)}</code> <span class="faint">{visible(because)}</span>
        </li>
      ))}
    </ul>
  )
}
