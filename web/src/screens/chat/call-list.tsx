import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CodeText } from '../../parts/code-text.tsx'
import { FaultCode } from '../../parts/fault-code.tsx'
import { JsonText } from '../../parts/json-text.tsx'
import { Link } from '../../parts/link.tsx'
import { Status } from '../../parts/status.tsx'
import { UndoButton } from '../../parts/undo-button.tsx'
import type { CallState, TurnState } from '../../state/turn-state.ts'
import { duration, shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { commandOf, hasChanged } from '../commands/command-of.ts'
import { CommandRow } from '../commands/command-row.tsx'
import { ChangeList } from '../commands/change-list.tsx'
import { DryRunOfCall } from './dry-run-of-call.tsx'

const say = words.detail
const STEP = 40

/** The calls of a turn, with the gates' decisions or the results. */
export function CallList({
  state,
  show,
}: {
  readonly state: TurnState
  readonly show: 'gate' | 'result'
}): JSX.Element {
  const [most, setMost] = useState(STEP)
  const calls = show === 'gate' ? state.calls : state.calls.filter(call => call.started !== null || call.ended !== null)
  if (calls.length === 0) return <p class="faint">{say.noCalls}</p>
  return (
    <>
      <ol class="call-list">
        {calls.slice(0, most).map(call => (
          <li key={call.id}>
            {show === 'gate' ? <GateRow call={call} /> : <ResultOf call={call} />}
            <DryRunOfCall call={call} />
          </li>
        ))}
      </ol>
      {calls.length > most && (
        <button type="button" class="small quiet" onClick={() => setMost(most + STEP)}>
          {words.attempts.more}
        </button>
      )}
    </>
  )
}

function ResultOf({ call }: { readonly call: CallState }): JSX.Element {
  const command = commandOf(call.ended?.args ?? call.started?.args ?? null)
  return command ? <CommandRow call={call} command={command} /> : <ResultRow call={call} />
}

function GateRow({ call: { tool, gate } }: { readonly call: CallState }): JSX.Element {
  if (gate === null) return <code>{visible(tool)}</code>
  return (
    <>
      <div class="row wrap">
        <Status tone={gate.verdict === 'allow' ? 'ok' : gate.verdict === 'deny' ? 'bad' : 'quiet'}>
          {say[gate.verdict]}
        </Status>
        <code>{visible(tool)}</code>
        <span>{visible(gate.summary)}</span>
        <span class="faint">{say.by(gate.by)}</span>
        <span class={`risk risk-${gate.risk}`}>
          {gate.risk === 'read' || gate.risk === 'write' || gate.risk === 'destroy' ? words.risk[gate.risk] : gate.risk}
        </span>
        {gate.code && <FaultCode code={gate.code} class="tone-bad" />}
      </div>
      {gate.override && (
        <>
          <p class="faint">{say.override}</p>
          <JsonText value={gate.override} label={say.override} />
        </>
      )}
    </>
  )
}

function ResultRow({ call: { tool, started, ended, receipt } }: { readonly call: CallState }): JSX.Element {
  const args = ended?.args ?? started?.args ?? {}
  return (
    <>
      <div class="row wrap">
        <Status tone={ended === null ? 'live' : ended.type === 'tool.completed' ? 'ok' : 'bad'}>
          {ended === null ? words.status.running : (ended.code ?? words.status.ok)}
        </Status>
        <code>{visible(tool)}</code>
        {ended && <span class="faint">{duration(ended.duration_ms)}</span>}
        {receipt && (
          <Link href={`/receipts?receipt=${receipt}`} class="chip">
            {shortId(receipt)}
          </Link>
        )}
      </div>
      <div class="two-columns">
        <div>
          <h3 class="label">{say.arguments}</h3>
          <JsonText value={args} label={say.arguments} fold={800} />
        </div>
        <div>
          <h3 class="label">{say.result}</h3>
          {ended && <CodeText text={ended.text} label={say.result} fold={800} />}
        </div>
      </div>
      {receipt !== null && ended?.type === 'tool.completed' && hasChanged(ended.data) && (
        <>
          <ChangeList receipt={receipt} />
          <UndoButton id={receipt} ask={words.receipts.undoAsk} />
        </>
      )}
    </>
  )
}
