import type { JSX } from 'preact'
import { size, sizeExact, time, timeExact } from '../text/format.ts'

/** A local time; the tooltip has the exact time in UTC. */
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
