import type { JSX } from 'preact'
import type { AttemptView } from 'shapes'
import { CodeText } from '../../parts/code-text.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Difference } from '../../parts/difference.tsx'
import { FaultCode } from '../../parts/fault-code.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { visible } from '../../text/visible.ts'
import { wordDiff } from '../../text/word-diff.ts'
import { words } from '../../words.ts'
import { LabelButtons } from './label-buttons.tsx'

const say = words.attempt

/** One reply in detail: its raw text, the extracted call, and the layer that rejected it. */
export function AttemptAnatomy({
  attempt,
  next,
}: {
  readonly attempt: AttemptView
  readonly next: AttemptView | null
}): JSX.Element {
  return (
    <div class="anatomy" data-testid="anatomy">
      <div class="panes">
        <section>
          <h3 class="label">
            {say.raw} <CopyButton text={attempt.raw_output} />
          </h3>
          <RawOutput attempt={attempt} />
        </section>
        <section>
          <h3 class="label">{say.extracted}</h3>
          <Extracted attempt={attempt} />
        </section>
        <section>
          <h3 class="label">{say.validation}</h3>
          <Validation attempt={attempt} />
        </section>
      </div>
      <Differences attempt={attempt} next={next} />
      {attempt.prompt_cut && <p class="tone-warn">{say.promptCut}</p>}
      <LabelButtons attempt={attempt} />
    </div>
  )
}

/** The raw text; text outside the call is grey, because it was ignored. */
function RawOutput({ attempt: { raw_output: raw, slices } }: { readonly attempt: AttemptView }): JSX.Element {
  const parts: JSX.Element[] = []
  let at = 0
  for (const { start, end } of slices) {
    if (start > at) parts.push(<span class="passed-over">{visible(raw.slice(at, start))}</span>)
    parts.push(<span class="taken">{visible(raw.slice(Math.max(at, start), end))}</span>)
    at = Math.max(at, end)
  }
  const rest = raw.slice(at)
  if (rest !== '')
    parts.push(slices.length > 0 ? <span class="passed-over">{visible(rest)}</span> : <span>{visible(rest)}</span>)
  return (
    <>
      <pre tabIndex={0} role="group" aria-label={say.raw} dir="auto" data-testid="raw">
        {raw === '' ? say.empty : parts}
      </pre>
      {slices.length > 0 && <p class="faint">{say.rawNote}</p>}
    </>
  )
}

function Extracted({ attempt: { extracted, fixups } }: { readonly attempt: AttemptView }): JSX.Element {
  return (
    <>
      {extracted.length === 0 && <p class="faint">{say.extractedNone}</p>}
      {extracted.map((call, index) => (
        <div key={index}>
          <p class="row wrap">
            <code>{visible(call.name)}</code> <span class="faint">{visible(call.dialect)}</span>
          </p>
          <CodeText text={JSON.stringify(call.args, null, 2)} label={call.name} />
        </div>
      ))}
      {fixups.length > 0 && (
        <ul class="plain">
          {fixups.map(({ name, says }) => (
            <li key={name}>
              <Status tone="repaired">{name}</Status> <span class="faint">{visible(says)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const LAYER_TONE: { readonly [state: string]: Tone } = {
  ok: 'ok',
  failed: 'bad',
  not_reached: 'quiet',
  not_needed: 'quiet',
}

function Validation({
  attempt: { validation, first_failure: code, detail },
}: {
  readonly attempt: AttemptView
}): JSX.Element {
  return (
    <ol class="layers">
      {validation.map(({ layer, state, says }) => (
        <li key={layer} class={`layer-${state}`}>
          <Status tone={LAYER_TONE[state] ?? 'quiet'}>{say.layer[layer]}</Status>
          <span class={state === 'failed' ? '' : 'faint'}>
            {state === 'failed' ? visible(detail ?? says) : visible(says) || say.state[state]}
          </span>
          {state === 'failed' && code && <FaultCode code={code} class="tone-bad" />}
        </li>
      ))}
    </ol>
  )
}

function Differences({
  attempt,
  next,
}: {
  readonly attempt: AttemptView
  readonly next: AttemptView | null
}): JSX.Element | null {
  const raw =
    attempt.slices.length > 0
      ? attempt.slices.map(({ start, end }) => attempt.raw_output.slice(start, end)).join('\n')
      : attempt.raw_output
  const read = attempt.extracted.map(({ name, args }) => JSON.stringify({ type: 'tool_call', name, args })).join('\n')
  const isMended = attempt.fixups.length > 0 && read !== ''
  if (!isMended && next === null) return null
  return (
    <section class="differences">
      <h3 class="label">{say.diff}</h3>
      {isMended && <Difference title={say.diffFixups} parts={wordDiff(raw, read)} />}
      {next && (
        <Difference title={say.diffRepair(next.attempt ?? 0)} parts={wordDiff(attempt.raw_output, next.raw_output)} />
      )}
    </section>
  )
}
