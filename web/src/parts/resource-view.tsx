import type { JSX } from 'preact'
import type { Resource } from '../state/resource.ts'
import { ErrorPanel, Loading } from './screen-states.tsx'

/** Shows a resource: loading, failed or loaded. Old data stays readable while it is fetched again. */
export function ResourceView<T>({
  of,
  children,
}: {
  readonly of: Resource<T>
  readonly children: (value: T) => JSX.Element | null
}): JSX.Element {
  const value = of.value.value
  const failure = of.failure.value
  return (
    <>
      {failure && failure.status !== 0 && <ErrorPanel failure={failure} onRetry={() => void of.load()} />}
      {value === null ? failure === null || failure.status === 0 ? <Loading /> : null : children(value)}
    </>
  )
}
