import { Fragment, type JSX } from 'preact'
import { Icon, type IconName } from '../../parts/icon.tsx'
import type { StageName, StageStatus, StageView } from '../../state/stages.ts'
import { duration } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const ICON: { readonly [status in StageStatus]: IconName } = {
  waiting: 'dot',
  running: 'spin',
  asking: 'question',
  ok: 'check',
  repaired: 'diamond',
  denied: 'bar',
  failed: 'cross',
  skipped: 'dash',
  warning: 'warn',
}

export type StripProps = {
  readonly stages: readonly StageView[]
  readonly open: StageName | null
  readonly panel: string
  readonly onToggle: (name: StageName) => void
}

/** The eight stages as buttons. Their words repeat what colour and bar say. */
export function Strip({ stages, open, panel, onToggle }: StripProps): JSX.Element {
  const longest = Math.max(1, ...stages.map(({ ms }) => ms ?? 0))
  const press = (event: KeyboardEvent): void => {
    const stage = stages[Number(event.key) - 1]
    if (stage === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onToggle(stage.name)
  }
  return (
    <ol class="strip" aria-label={words.stage.strip} onKeyDown={press}>
      {stages.map(stage => (
        <li key={stage.name}>
          <button
            type="button"
            class={`stage stage-${stage.status}`}
            aria-expanded={open === stage.name}
            aria-controls={open === stage.name ? panel : undefined}
            onClick={() => onToggle(stage.name)}
            data-testid={`stage-${stage.name}`}
            data-status={stage.status}
          >
            <span class="stage-sign">
              <Icon name={ICON[stage.status]} size={13} />
            </span>
            <span class="stage-name">{words.stage[stage.name]}</span>
            <span class="unseen">{words.status[stage.status]}</span>
            <span class="stage-says">
              <Breakable text={visible(stage.says) || words.status[stage.status]} />
            </span>
            <span class="stage-time">{stage.ms === null ? '' : duration(stage.ms)}</span>
            <span class="stage-bar" aria-hidden="true">
              <span style={{ width: `${Math.round(((stage.ms ?? 0) / longest) * 100)}%` }} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Allows line breaks between the words of names such as `system_execute` or `SystemExecute`. */
function Breakable({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/(?<=_)|(?<=[a-z])(?=[A-Z])/)
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  )
}
