import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AttemptPage } from 'shapes'
import { Status, type Tone } from '../../parts/status.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import type { AttemptState, TurnState } from '../../state/turn-state.ts'
import { duration } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { AttemptAnatomy } from '../attempts/attempt-anatomy.tsx'
import { CodeText } from '../../parts/code-text.tsx'

const say = words.attempt
const STEP = 40

/** Every reply of the model in this turn, and how it was read. */
export function AttemptList({ state }: { readonly state: TurnState }): JSX.Element {
  const { workspace } = useConsole()
  const [most, setMost] = useState(STEP)
  const [opened, setOpened] = useState<number | null>(null)
  const kept = useResource<AttemptPage>('/api/attempts', { turn_id: state.id, limit: 200 }, workspace.news.turns)
  const { attempts } = state
  if (attempts.length === 0) return <p class="faint">{say.none}</p>
  const records = kept.value.value?.attempts ?? []
  return (
    <>
      <ol class="attempt-list">
        {attempts.slice(0, most).map(attempt => {
          const { attempt: number } = attempt.started
          const record = records.find(one => one.attempt === number)
          const next = records.find(one => one.attempt === number + 1) ?? null
          const isOpen = opened === number
          return (
            <li key={number} class={isOpen ? 'open' : ''} data-testid="attempt">
              <button
                type="button"
                class="attempt-row"
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? null : number)}
              >
                <AttemptRow
                  attempt={attempt}
                  isAfterRepair={attempts.some(one => one.repaired?.attempt === number - 1)}
                />
              </button>
              {isOpen &&
                (record ? (
                  <AttemptAnatomy attempt={record} next={attempt.rejected ? next : null} />
                ) : (
                  <CodeText text={attempt.text || say.running} label={say.raw} />
                ))}
            </li>
          )
        })}
      </ol>
      {attempts.length > most && (
        <button type="button" class="small quiet" onClick={() => setMost(most + STEP)}>
          {words.attempts.more}
        </button>
      )}
    </>
  )
}

function AttemptRow({
  attempt,
  isAfterRepair,
}: {
  readonly attempt: AttemptState
  readonly isAfterRepair: boolean
}): JSX.Element {
  const { started, completed, rejected, accepted } = attempt
  const { tone, word } = outcomeOf(attempt, isAfterRepair)
  const call = accepted[0]
  return (
    <>
      <span class="attempt-number">{started.attempt}</span>
      <Status tone={tone}>{word}</Status>
      <span class="attempt-says">
        {rejected ? (
          <>
            <code>{rejected.reason}</code> {visible(rejected.message)}
          </>
        ) : call ? (
          <code>{visible(`${call.tool} ${JSON.stringify(call.args)}`)}</code>
        ) : (
          <span class="faint">{say.purpose[started.purpose]}</span>
        )}
      </span>
      <span class="faint">{completed ? duration(completed.duration_ms) : ''}</span>
    </>
  )
}

function outcomeOf(
  { completed, rejected, accepted, fixups }: AttemptState,
  isAfterRepair: boolean,
): { readonly tone: Tone; readonly word: string } {
  if (rejected) return { tone: 'bad', word: say.rejected }
  if (completed === null) return { tone: 'live', word: say.running }
  if (completed.type === 'attempt.failed') return { tone: 'bad', word: say.failed }
  if (accepted.length > 0) {
    if (isAfterRepair) return { tone: 'repaired', word: say.corrected }
    return fixups.length > 0 ? { tone: 'repaired', word: say.repaired } : { tone: 'ok', word: say.accepted }
  }
  if (completed.outcome === 'final') return { tone: 'ok', word: say.final }
  return completed.outcome === 'thought' ? { tone: 'quiet', word: say.thought } : { tone: 'ok', word: say.answered }
}
