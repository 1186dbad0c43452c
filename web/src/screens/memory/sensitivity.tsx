import type { JSX } from 'preact'
import type { FactView } from 'shapes'
import { Status } from '../../parts/status.tsx'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.memory

export function SensitivityMark({
  of: { sensitivity, kinds },
}: {
  readonly of: Pick<FactView, 'sensitivity' | 'kinds'>
}): JSX.Element {
  return (
    <Status tone={sensitivity === 'sensitive' ? 'warn' : 'quiet'}>
      {say.sensitivity[sensitivity] ?? sensitivity}
      {kinds.length > 0 ? ` (${visible(kinds.join(', '))})` : ''}
    </Status>
  )
}
