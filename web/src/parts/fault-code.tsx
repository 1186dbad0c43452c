import type { ComponentChildren, JSX } from 'preact'
import { words } from '../words.ts'

type FaultCodeProps = { readonly code: string; readonly class?: string; readonly children?: ComponentChildren }

/** A fault code that links to its page. */
export function FaultCode({ code, class: look = '', children = code }: FaultCodeProps): JSX.Element {
  return (
    <a
      class={`fault-code ${look}`}
      href={`/docs/faults/${encodeURIComponent(code)}`}
      target="_blank"
      rel="noreferrer"
      title={words.states.docs}
    >
      <code>{children}</code>
    </a>
  )
}
