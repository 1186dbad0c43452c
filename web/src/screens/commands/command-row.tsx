import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CodeText } from '../../parts/code-text.tsx'
import { Link } from '../../parts/link.tsx'
import { Status } from '../../parts/status.tsx'
import { UndoButton } from '../../parts/undo-button.tsx'
import type { CallState } from '../../state/turn-state.ts'
import { duration, shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { ChangeList } from './change-list.tsx'
import { type CommandCall, type CommandEnd, commandEnd } from './command-of.ts'
import { CommandText, SandboxMark } from './command-text.tsx'

const say = words.command

/** A shell command: its text, analysis, output, changes, and undo. */
export function CommandRow({
  call,
  command,
}: {
  readonly call: CallState
  readonly command: CommandCall
}): JSX.Element {
  const { tool, gate, ended, receipt } = call
  const end = commandEnd(ended?.data)
  return (
    <div class="command-row" data-testid="command-row">
      <div class="row wrap">
        <Status tone={ended === null ? 'live' : ended.type === 'tool.completed' ? 'ok' : 'bad'}>
          {ended === null ? words.status.running : (ended.code ?? words.status.ok)}
        </Status>
        <code>{visible(tool)}</code>
        {end && <span class={end.exitCode === 0 ? 'faint' : 'tone-bad'}>{say.exit(end.exitCode)}</span>}
        {ended && <span class="faint">{duration(ended.duration_ms)}</span>}
        <SandboxMark profile={end?.sandbox ?? null} />
        {receipt && (
          <Link href={`/receipts?receipt=${receipt}`} class="chip">
            {shortId(receipt)}
          </Link>
        )}
      </div>
      <CommandText of={command} />
      {gate && (
        <p data-testid="analysis" class="row wrap">
          <span class={`risk risk-${gate.risk}`}>{RISKS[gate.risk] ?? gate.risk}</span> {visible(gate.summary)}
        </p>
      )}
      {ended === null ? <LiveOutput text={call.output} /> : <Printed end={end} text={ended.text} />}
      {ended !== null && receipt !== null && end !== null && end.changes > 0 && <ChangeList receipt={receipt} />}
      {receipt !== null && end?.isUndoable === true && <UndoButton id={receipt} ask={words.receipts.undoAskAll} />}
    </div>
  )
}

const RISKS: { readonly [risk: string]: string } = words.risk

/** Live output that scrolls to its end. Screen readers get the end of the command instead. */
function LiveOutput({ text }: { readonly text: string }): JSX.Element {
  const box = useRef<HTMLPreElement>(null)
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  return (
    <div>
      <h3 class="label">{say.live}</h3>
      <pre class="live-output" ref={box} tabIndex={0} role="group" aria-label={say.live} data-testid="live-output">
        {text === '' ? say.quiet : visible(text)}
      </pre>
    </div>
  )
}

function Printed({ end, text }: { readonly end: CommandEnd | null; readonly text: string }): JSX.Element {
  if (end === null) return <CodeText text={text} label={say.output} fold={800} />
  if (end.stdout === '' && end.stderr === '') return <p class="faint">{say.printedNothing}</p>
  return (
    <div class="two-columns" data-testid="printed">
      {end.stdout !== '' && (
        <div>
          <h3 class="label">{say.output}</h3>
          <CodeText text={end.stdout} label={say.output} fold={1200} />
        </div>
      )}
      {end.stderr !== '' && (
        <div>
          <h3 class="label">{say.errors}</h3>
          <CodeText text={end.stderr} label={say.errors} fold={1200} />
        </div>
      )}
      {end.isCut && <p class="faint">{say.cut}</p>}
    </div>
  )
}
