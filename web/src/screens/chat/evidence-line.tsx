import type { JSX } from 'preact'
import type { EvidenceFinding, EvidenceVerdict } from 'shapes'
import { Icon, type IconName } from '../../parts/icon.tsx'
import type { Tone } from '../../parts/status.tsx'
import { useConsole } from '../../state/console.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const LOOK: { readonly [verdict in EvidenceVerdict]: { readonly tone: Tone; readonly icon: IconName } } = {
  verified: { tone: 'ok', icon: 'check' },
  stale: { tone: 'warn', icon: 'approx' },
  self_written: { tone: 'warn', icon: 'pencil' },
  unbacked: { tone: 'warn', icon: 'question' },
  failed: { tone: 'bad', icon: 'cross' },
}

/** The citations of the answer; a chip opens the place in the file. */
export function EvidenceLine({ state }: { readonly state: TurnState }): JSX.Element | null {
  const last = state.evidence.at(-1)
  if (last === undefined || last.findings.length === 0 || last.then === 'corrected') return null
  const verdict = last.verdict ?? 'failed'
  const { tone, icon } = LOOK[verdict]
  return (
    <div
      role="group"
      class={`evidence tone-edge-${tone}`}
      aria-label={words.evidence.label}
      data-testid="evidence"
      data-verdict={verdict}
    >
      <p class="evidence-verdict">
        <span class={`status tone-${tone}`}>
          <Icon name={icon} size={14} />
          <span>
            {words.evidence.label}: {words.evidence.verdicts[verdict]}
          </span>
        </span>
      </p>
      {last.then === 'withheld' && (
        <p role="alert" class="tone-bad">
          {words.evidence.withheld}
        </p>
      )}
      <ul class="chips">
        {last.findings.map((finding, index) => (
          <li key={index}>
            <Finding finding={finding} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Finding({ finding }: { readonly finding: EvidenceFinding }): JSX.Element {
  const app = useConsole()
  const { file, lines, claim, holds, because } = finding
  const sign = <Icon name={holds ? 'check' : 'cross'} size={13} />
  const text = (
    <>
      {sign}
      <span class="unseen">{holds ? words.evidence.holds : words.evidence.fails}: </span>
      {file !== undefined && (
        <code>
          {visible(file)}
          {lines ? `:${lines[0]}` : ''}
        </code>
      )}
      <span class="chip-claim" dir="auto">
        {visible(claim)}
      </span>
    </>
  )
  if (file === undefined) {
    return (
      <span class={`chip ${holds ? '' : 'chip-bad'}`} title={because}>
        {text}
        {!holds && <span class="chip-because">{visible(because)}</span>}
      </span>
    )
  }
  return (
    <button
      type="button"
      class={`chip ${holds ? 'chip-ok' : 'chip-bad'}`}
      title={`${because} ${words.evidence.open(file)}`}
      onClick={() => (app.file.value = { path: file, lines: lines ?? null, quote: quoteIn(claim) })}
      data-testid="evidence-chip"
    >
      {text}
      {!holds && <span class="chip-because">{visible(because)}</span>}
    </button>
  )
}

const QUOTED = /"([^"]{3,})"|“([^”]{3,})”|«([^»]{3,})»|„([^“”]{3,})[“”]/

/** The words between the first quote marks of a claim; without any, the claim itself. */
export function quoteIn(claim: string): string {
  const found = QUOTED.exec(claim)
  return found?.slice(1).find(part => part !== undefined) ?? claim
}
