import type { JSX } from 'preact'

/** The product's sign: a check over a line that is signed. */
export function Mark({ size = 24 }: { readonly size?: number }): JSX.Element {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect x="2" y="2" width="28" height="28" rx="8" />
      <path d="M9 16.5l4.6 4.6L23.500 11" />
      <path class="mark-line" d="M9 25h14" />
    </svg>
  )
}
