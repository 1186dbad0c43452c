import type { ComponentChildren, JSX } from 'preact'
import { words } from '../words.ts'

type FaultCodeProps = { readonly code: string; readonly class?: string; readonly children?: ComponentChildren }

/** A code of the fault table leads to its page: what it means, why it happens, what to do. */
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
