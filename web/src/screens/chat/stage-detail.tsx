import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ToolList, WhyView } from 'shapes'
import { CitationMark } from '../../parts/citation-mark.tsx'
import { JsonText } from '../../parts/json-text.tsx'
import { Link } from '../../parts/link.tsx'
import { OfferedTools, WithheldTools } from '../../parts/offer.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Status } from '../../parts/status.tsx'
import { useResource } from '../../parts/use-resource.ts'
import type { Session } from '../../state/session.ts'
import { sizeOf, type StageName } from '../../state/stages.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { howWord } from '../../text/how-word.ts'
import { routerWord } from '../../text/router-word.ts'
import { visible } from '../../text/visible.ts'
import { wordOf } from '../../text/word-of.ts'
import { words } from '../../words.ts'
import { WhyAnswer } from '../tools/why-answer.tsx'
import { AttemptList } from './attempt-list.tsx'
import { CallList } from './call-list.tsx'
import { Remarks } from './evidence-line.tsx'

const say = words.detail

export type StageDetailProps = { readonly name: StageName; readonly state: TurnState; readonly session: Session }

/** What a stage decided, and why. */
export function StageDetail({ name, state, session }: StageDetailProps): JSX.Element {
  switch (name) {
    case 'router':
      return <RouterDetail state={state} />
    case 'policy':
      return <PolicyDetail state={state} session={session} />
    case 'permissions':
      return <PermissionDetail state={state} />
    case 'attempts':
      return <AttemptList state={state} />
    case 'gates':
      return <CallList state={state} show="gate" />
    case 'tool':
      return <CallList state={state} show="result" />
    case 'evidence':
      return <EvidenceDetail state={state} />
    case 'posthooks':
      return <HookDetail state={state} />
  }
}

const Nothing = ({ state }: { readonly state: TurnState }): JSX.Element => (
  <p class="faint">{state.status === 'running' ? say.waiting : say.skipped}</p>
)

function RouterDetail({ state }: { readonly state: TurnState }): JSX.Element {
  const event = state.router
  if (event === null) return <Nothing state={state} />
  const needs = Object.entries(event.output).flatMap(([key, value]) =>
    key.startsWith('Needs') && value === true ? [key.slice(5)] : [],
  )
  const rows: readonly (readonly [string, string])[] = [
    [say.intent, wordOf(event.output['Intent'])],
    [say.confidence, wordOf(event.output['Confidence'])],
    [say.decidedBy, routerWord(event.decided_by)],
    [say.because, event.because],
    [say.needs, needs.join(', ') || say.nothing],
    [say.risk, wordOf(event.output['RiskLevel'])],
  ]
  return <Pairs rows={rows} />
}

export function Pairs({ rows }: { readonly rows: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="pairs">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{visible(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function PolicyDetail({ state, session }: { readonly state: TurnState; readonly session: Session }): JSX.Element {
  const event = state.policy
  if (event === null) return <Nothing state={state} />
  return (
    <div class="two-columns">
      <div>
        <h3 class="label">{say.offered}</h3>
        <OfferedTools tools={event.allowed} none={say.nothing} />
        <h3 class="label">{say.permissions}</h3>
        <p>{event.permissions.map(visible).join(', ') || say.nothing}</p>
      </div>
      <div>
        <h3 class="label">{say.withheld}</h3>
        <WithheldTools tools={event.withheld} none={say.nothing} />
        <WhyNot message={state.message} session={session.id} />
      </div>
    </div>
  )
}

function PermissionDetail({ state }: { readonly state: TurnState }): JSX.Element {
  if (state.permissions.length === 0 && state.questions.length === 0) return <Nothing state={state} />
  return (
    <ul class="plain">
      {state.permissions.map(event => (
        <li key={event.id} class="row wrap">
          <Status
            tone={event.type === 'permission.granted' ? 'ok' : event.type === 'permission.denied' ? 'bad' : 'quiet'}
          >
            {event.type === 'permission.granted'
              ? say.granted
              : event.type === 'permission.denied'
                ? say.denied
                : say.asked}
          </Status>
          <strong>{visible(event.capability)}</strong>
          <code>{visible(event.tool)}</code>
          {event.decided_by && <span class="faint">{howWord(event.decided_by)}</span>}
        </li>
      ))}
      {state.questions.map(({ permission, state: became, decidedBy }) => (
        <li key={permission.id} class="row wrap">
          <Status tone={became === 'approved' ? 'ok' : became === 'pending' ? 'live' : 'bad'}>{became}</Status>
          <code>{visible(permission.tool)}</code>
          <span>{visible(permission.summary)}</span>
          {decidedBy && <span class="faint">{howWord(decidedBy)}</span>}
        </li>
      ))}
    </ul>
  )
}

function EvidenceDetail({ state }: { readonly state: TurnState }): JSX.Element {
  if (state.evidence.length === 0)
    return state.status === 'running' ? <Nothing state={state} /> : <p class="faint">{say.noEvidence}</p>
  return (
    <>
      {state.evidence.map(event => (
        <div key={event.id}>
          <h3 class="label">{say.evidenceOf(event.attempt, words.evidence.then[event.then])}</h3>
          <p>{event.summary}</p>
          <ul class="plain">
            {event.findings.map((finding, index) => (
              <li key={index}>
                <CitationMark code={finding.code} /> <code>{finding.code}</code>{' '}
                <span dir="auto">{visible(finding.claim)}</span>
                <p class="faint">{visible(finding.because)}</p>
              </li>
            ))}
          </ul>
          <Remarks of={event.remarks} />
        </div>
      ))}
    </>
  )
}

function HookDetail({ state }: { readonly state: TurnState }): JSX.Element {
  if (state.hooks.length === 0) return <Nothing state={state} />
  const proposed = state.hooks.reduce((sum, { did }) => sum + sizeOf(did['asked']), 0)
  return (
    <>
      <ul class="plain">
        {state.hooks.map(({ id, hook, did }) => (
          <li key={id}>
            <strong>{hook === 'memory' || hook === 'cleanup' ? say.hooks[hook] : say.hook(hook)}</strong>{' '}
            {hook === 'cleanup' ? say.revoked(sizeOf(did['permissions_revoked'])) : say.stored(sizeOf(did['stored']))}
          </li>
        ))}
      </ul>
      {proposed > 0 && (
        <p>
          {say.proposed(proposed)}. <Link href="/memory">{say.toMemory}</Link>
        </p>
      )}
      <details>
        <summary>{words.act.json}</summary>
        <JsonText value={state.hooks.map(({ hook, did }) => ({ hook, did }))} label={words.act.json} />
      </details>
    </>
  )
}

/** Shows for any tool which rule offers or withholds it for this message. */
function WhyNot({ message, session }: { readonly message: string; readonly session: string }): JSX.Element {
  const [tool, setTool] = useState('')
  const tools = useResource<ToolList>('/api/tools')
  const why = useResource<WhyView>(tool === '' ? null : `/api/tools/${encodeURIComponent(tool)}/why`, {
    message,
    session_id: session,
  })
  return (
    <div class="why-not">
      <label>
        {words.detail.whyNot}
        <select value={tool} onChange={event => setTool(event.currentTarget.value)}>
          <option value="">{words.detail.whyNotNone}</option>
          {tools.value.value?.tools.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {tool !== '' && <ResourceView of={why}>{view => <WhyAnswer why={view} />}</ResourceView>}
    </div>
  )
}
