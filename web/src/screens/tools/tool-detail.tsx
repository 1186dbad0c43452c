import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ToolView, WhyView } from 'shapes'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { JsonText } from '../../parts/json-text.tsx'
import { Link } from '../../parts/link.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Status } from '../../parts/status.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { Pairs } from '../chat/stage-detail.tsx'
import { capText } from './cap-text.ts'
import { ToolSwitch } from './tool-switch.tsx'
import { TryTool } from './try-tool.tsx'
import { WhyAnswer } from './why-answer.tsx'

const say = words.tools

export function ToolDetail({ tool, onClose }: { readonly tool: ToolView; readonly onClose: () => void }): JSX.Element {
  const facts = (['idempotent', 'cacheable', 'needs_plan', 'egress'] as const)
    .filter(fact => tool.facts[fact])
    .map(fact => say.facts[fact])
  const rows: readonly (readonly [string, string])[] = [
    [say.capability, tool.capability],
    [say.executor, tool.executor],
    [say.calls, say.callsLine(tool.calls.done, tool.calls.failed, tool.calls.refused)],
    [words.detail.risk, words.risk[tool.risk]],
    ...(facts.length > 0 ? [['', facts.join(' · ')] as const] : []),
  ]
  return (
    <section class="detail" aria-label={tool.name} data-testid="tool-detail">
      <header class="row spread">
        <h2>
          <code>{visible(tool.name)}</code>
        </h2>
        <button type="button" class="quiet square" onClick={onClose} aria-label={words.act.close}>
          <Icon name="cross" />
        </button>
      </header>
      <p>{visible(tool.description)}</p>
      {tool.changed_since_approved && <Status tone="warn">{say.changed}</Status>}
      <Pairs rows={rows} />
      <p class="row wrap faint">
        {say.hash} <code title={tool.definition_hash}>{tool.definition_hash.slice(0, 16)}…</code>{' '}
        <CopyButton text={tool.definition_hash} />
      </p>
      <ToolSwitch tool={tool} />
      <WhyForm tool={tool.name} />
      <TryTool tool={tool} />
      <ToolCaps caps={tool.caps} />
      <details data-raw>
        <summary>{say.schema}</summary>
        <JsonText value={tool.schema} label={say.schema} fold={4000} />
      </details>
    </section>
  )
}

function WhyForm({ tool }: { readonly tool: string }): JSX.Element {
  const { session } = useConsole()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const why = useResource<WhyView>(asked === null ? null : `/api/tools/${encodeURIComponent(tool)}/why`, {
    message: asked,
    session_id: session.value?.id,
  })
  return (
    <form class="why-form" onSubmit={event => (event.preventDefault(), setAsked(text.trim()))}>
      <h3>{say.why}</h3>
      <div class="row wrap bottom">
        <label class="grow">
          <span>{say.whyMessage}</span>
          <input value={text} onInput={event => setText(event.currentTarget.value)} />
        </label>
        <button type="submit">{say.whyAsk}</button>
      </div>
      {asked !== null && <ResourceView of={why}>{view => <WhyAnswer why={view} />}</ResourceView>}
    </form>
  )
}

/** The limits of a tool's calls: time, size and number. */
function ToolCaps({ caps }: { readonly caps: ToolView['caps'] }): JSX.Element {
  return (
    <details class="tool-caps" open data-testid="tool-caps">
      <summary>{say.caps}</summary>
      <ul class="plain">
        {caps.map(({ setting, limit, about }) => (
          <li key={setting}>
            <strong>{capText(setting, limit)}</strong> {visible(about)}{' '}
            <Link href={`/settings?find=${encodeURIComponent(setting)}`} class="cap-setting" title={say.capSetting}>
              <code>{visible(setting)}</code>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
