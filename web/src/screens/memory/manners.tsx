import type { JSX } from 'preact'
import type { MemoryManners } from 'shapes'
import { Status } from '../../parts/status.tsx'
import { useConsole } from '../../state/console.ts'
import type { Resource } from '../../state/resource.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.memory

export type SetManners = (change: Partial<MemoryManners>, message: string) => Promise<void>

/** Saves the memory preferences. */
export function useSetManners(onChange: () => void): SetManners {
  const { api, toast } = useConsole()
  return async (change, message) => {
    const done = await api.send<MemoryManners>('PUT', '/api/memory/manners', change)
    toast(done.ok ? message : `${done.error.message} ${done.error.advice}`)
    onChange()
  }
}

type PauseProps = { readonly of: Resource<MemoryManners>; readonly set: SetManners }

export function PauseButton({ of, set }: PauseProps): JSX.Element | null {
  const manners = of.value.value
  if (manners === null) return null
  const { paused } = manners
  return (
    <button
      type="button"
      aria-pressed={paused}
      onClick={() => void set({ paused: !paused }, paused ? say.resumed : say.pausedNow)}
      data-testid="pause-memory"
    >
      {paused ? say.resume : say.pause}
    </button>
  )
}

/** Always shows a paused memory, and the kinds that never ask. */
export function Manners({ of, set }: PauseProps): JSX.Element | null {
  const manners = of.value.value
  if (manners === null || (!manners.paused && manners.unasked.length === 0)) return null
  return (
    <section aria-label={say.manners} class="manners" data-testid="manners">
      {manners.paused && (
        <p>
          <Status tone="warn">{say.isPaused}</Status>
        </p>
      )}
      {manners.unasked.length > 0 && (
        <div class="row wrap">
          <span>{say.neverAsked}</span>
          {manners.unasked.map(kind => (
            <button
              key={kind}
              type="button"
              class="small"
              aria-label={say.askAgain(visible(kind))}
              onClick={() =>
                void set({ unasked: manners.unasked.filter(each => each !== kind) }, say.asksAgain(visible(kind)))
              }
            >
              {visible(kind)} ×
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
