import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { PolicyTested, PolicyView } from 'shapes'
import { OfferedTools, WithheldTools } from '../../parts/offer.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Empty, ErrorPanel } from '../../parts/screen-states.tsx'
import { Status } from '../../parts/status.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useResource } from '../../parts/use-resource.ts'
import type { Failure } from '../../net/api.ts'
import { useConsole } from '../../state/console.ts'
import { routerWord } from '../../text/router-word.ts'
import { visible } from '../../text/visible.ts'
import { wordOf } from '../../text/word-of.ts'
import { words } from '../../words.ts'
import { Pairs } from '../chat/stage-detail.tsx'
import { PolicyEditor } from './policy-editor.tsx'

const say = words.policy

export function PolicyScreen(): JSX.Element {
  const { workspace } = useConsole()
  const policy = useResource<PolicyView>('/api/policy', {}, workspace.news.settings)
  const isEditing = useSignal(false)
  return (
    <div class="screen">
      <header class="screen-head">
        <div>
          <h1>{say.title}</h1>
          <p class="faint head-facts">
            <span>{policy.value.value && say.trust(policy.value.value.trust)}</span>
            <Updated of={[policy]} />
          </p>
        </div>
      </header>
      <TestMessage />
      <ResourceView of={policy}>
        {view => (
          <>
            <section aria-labelledby="rules-title">
              <div class="row spread wrap">
                <h2 id="rules-title">{say.rules}</h2>
                {view.version !== null && !isEditing.value && (
                  <button type="button" class="small" onClick={() => (isEditing.value = true)}>
                    {say.edit}
                  </button>
                )}
              </div>
              {view.rules.length === 0 ? <Empty text={say.noRules} /> : <Rules rules={view.rules} />}
              {view.version !== null && isEditing.value && (
                <PolicyEditor view={view} onClose={() => ((isEditing.value = false), void policy.load())} />
              )}
            </section>
            <section aria-labelledby="intents-title">
              <h2 id="intents-title">{say.intents}</h2>
              <Intents intents={view.intents} />
            </section>
          </>
        )}
      </ResourceView>
    </div>
  )
}

/** Tests router and policy on a message. Nothing runs. */
function TestMessage(): JSX.Element {
  const { api, session } = useConsole()
  const text = useSignal('')
  const result = useSignal<PolicyTested | null>(null)
  const failure = useSignal<Failure | null>(null)
  const test = async (event: Event): Promise<void> => {
    event.preventDefault()
    const answer = await api.send<PolicyTested>('POST', '/api/policy/test', {
      message: text.value,
      ...(session.value && { session_id: session.value.id }),
    })
    failure.value = answer.ok ? null : answer.error
    result.value = answer.ok ? answer.value : null
  }
  return (
    <section class="card" aria-labelledby="test-title">
      <h2 id="test-title">{say.test}</h2>
      <p class="faint">{say.testNote}</p>
      <form class="row wrap bottom" onSubmit={event => void test(event)}>
        <label class="grow">
          <span>{say.message}</span>
          <input
            value={text.value}
            onInput={event => (text.value = event.currentTarget.value)}
            data-slash
            data-testid="test-message"
          />
        </label>
        <button type="submit" class="strong" disabled={text.value.trim() === ''}>
          {say.run}
        </button>
      </form>
      <div role="status">
        {failure.value && <ErrorPanel failure={failure.value} />}
        {result.value && <Tested result={result.value} />}
      </div>
    </section>
  )
}

function Tested({ result }: { readonly result: PolicyTested }): JSX.Element {
  return (
    <div class="two-columns" data-testid="tested">
      <div>
        <Pairs
          rows={[
            [say.intent, wordOf(result.route['Intent'])],
            [words.detail.decidedBy, routerWord(result.decided_by)],
            [words.detail.because, result.because],
            [say.permissions, result.permissions.join(', ') || say.nothing],
          ]}
        />
        {result.requires_tool && <p>{say.requires}</p>}
        <h3>{say.tokens}</h3>
        <ul class="plain">
          {result.tokens.map(({ capability, state, says }) => (
            <li key={capability} class="row wrap">
              <Status tone={state === 'active' ? 'ok' : 'warn'}>{visible(capability)}</Status>{' '}
              <span class="faint">{visible(says)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3>{say.offered}</h3>
        <OfferedTools tools={result.offered} none={say.nothing} />
        <h3>{say.withheld}</h3>
        <WithheldTools tools={result.withheld} none={say.nothing} />
      </div>
    </div>
  )
}

function Rules({ rules }: { readonly rules: PolicyView['rules'] }): JSX.Element {
  return (
    <ol class="cards">
      {rules.map(rule => (
        <li key={`${rule.place} ${rule.number}`} class="card">
          <p class="row wrap">
            <Status tone={rule.action === 'allow' ? 'ok' : rule.action === 'deny' ? 'bad' : 'warn'}>
              {say.actions[rule.action]}
            </Status>
            <code>{visible(rule.tools.join(', '))}</code>
            {Object.keys(rule.when).length > 0 && (
              <>
                <span>{say.when}</span> <code>{visible(JSON.stringify(rule.when))}</code>
              </>
            )}
          </p>
          {rule.reason && <p dir="auto">{visible(rule.reason)}</p>}
          <p class="faint">
            {visible(rule.rule)} · {visible(rule.line === null ? rule.source : `${rule.source}:${rule.line}`)} ·{' '}
            <span data-testid="hits">{say.hits(rule.hits)}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

function Intents({ intents }: { readonly intents: PolicyView['intents'] }): JSX.Element {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={say.intents}>
      <table>
        <caption class="unseen">{say.intents}</caption>
        <thead>
          <tr>
            {[say.intent, say.allowed, say.forbidden, say.permissions, say.prefixes].map(title => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {intents.map(row => (
            <tr key={row.intent}>
              <th scope="row" data-title={say.intent}>
                <code>{row.intent}</code>
              </th>
              <td data-title={say.allowed}>{row.allowed.join(', ') || say.nothing}</td>
              <td data-title={say.forbidden}>{row.forbidden.join(', ') || say.nothing}</td>
              <td data-title={say.permissions}>{row.permissions.join(', ') || say.nothing}</td>
              <td data-title={say.prefixes}>{row.prefixes.join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
