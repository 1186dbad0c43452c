import type { JSX } from 'preact'
import { size, sizeExact, time, timeExact } from '../text/format.ts'

/** A time for people; the exact one in UTC stands in the tooltip. */
export function Moment({ at }: { readonly at: string }): JSX.Element {
  return (
    <time dateTime={at} title={timeExact(at)}>
      {time(at, new Date())}
    </time>
  )
}

export function Bytes({ of }: { readonly of: number }): JSX.Element {
  return <span title={sizeExact(of)}>{size(of)}</span>
}
