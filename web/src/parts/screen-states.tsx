import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Failure } from '../net/api.ts'
import { visible } from '../text/visible.ts'
import { words } from '../words.ts'
import { CopyButton } from './copy-button.tsx'
import { FaultCode } from './fault-code.tsx'
import { Icon } from './icon.tsx'

const PATIENCE = 150 // ms before anything says that it is loading

/** A loading placeholder that appears only after a short delay. */
export function Loading({
  lines = 4,
  label = words.states.loading,
}: {
  readonly lines?: number
  readonly label?: string
}): JSX.Element | null {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <div class="skeleton" role="status" data-testid="loading">
      <span class="unseen">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}

export function Empty({
  text,
  children,
}: {
  readonly text: string
  readonly children?: ComponentChildren
}): JSX.Element {
  return (
    <div class="empty" data-testid="empty">
      <p>{text}</p>
      {children}
    </div>
  )
}

/** An error: what failed, in which layer, what to do, and details to copy. */
export function ErrorPanel({
  failure,
  onRetry,
}: {
  readonly failure: Failure
  readonly onRetry?: () => void
}): JSX.Element {
  return (
    <div class="error-panel" role="alert" data-testid="error">
      <Icon name="warn" size={18} />
      <div>
        <p>
          <strong>{visible(failure.message)}</strong>
        </p>
        <p>{visible(failure.advice)}</p>
        <p class="row wrap">
          {failure.docs === null ? <code>{failure.code}</code> : <FaultCode code={failure.code} />}
          {onRetry && (
            <button type="button" class="small" onClick={onRetry}>
              {words.states.retry}
            </button>
          )}
          <CopyButton text={JSON.stringify(failure, null, 2)} label={words.states.copyDiagnostics} />
        </p>
      </div>
    </div>
  )
}
