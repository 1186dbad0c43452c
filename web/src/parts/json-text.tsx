import type { JSX } from 'preact'
import { CodeText } from './code-text.tsx'
import { CopyButton } from './copy-button.tsx'

export function JsonText({
  value,
  label,
  fold,
}: {
  readonly value: unknown
  readonly label: string
  readonly fold?: number
}): JSX.Element {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return (
    <div class="json-text">
      <CodeText text={text} label={label} {...(fold !== undefined && { fold })} />
      <CopyButton text={text} />
    </div>
  )
}
