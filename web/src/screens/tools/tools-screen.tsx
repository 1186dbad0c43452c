import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ToolList, ToolView } from 'shapes'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Empty } from '../../parts/screen-states.tsx'
import { Status } from '../../parts/status.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { withPart } from '../../state/router.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { ToolDetail } from './tool-detail.tsx'

const say = words.tools

export function ToolsScreen(): JSX.Element {
  const { router, workspace } = useConsole()
  const list = useResource<ToolList>('/api/tools', {}, workspace.news.turns)
  const [text, setText] = useState('')
  const chosen = router.place.value.query.get('tool')
  const choose = (tool: string | null): void => router.replace(withPart(router.place.value, { tool }))
  return (
    <div class="screen">
      <header class="screen-head">
        <div>
          <h1>{say.title}</h1>
          <p class="faint head-facts">
            <span>{list.value.value && say.count(list.value.value.tools.length)}</span>
            <Updated of={[list]} />
          </p>
        </div>
        <label class="search-field">
          <span class="unseen">{say.filter}</span>
          <input
            type="search"
            placeholder={say.filter}
            value={text}
            onInput={event => setText(event.currentTarget.value)}
            data-slash
          />
        </label>
      </header>
      <ResourceView of={list}>
        {({ tools }) => {
          const shown = tools.filter(({ name, description }) =>
            `${name} ${description}`.toLowerCase().includes(text.toLowerCase()),
          )
          const tool = tools.find(({ name }) => name === chosen)
          return (
            <div class={tool ? 'split split-open' : 'split'}>
              <div>
                {tools.length === 0 && <Empty text={say.empty} />}
                {tools.length > 0 && shown.length === 0 && <Empty text={say.none} />}
                <Groups tools={shown} chosen={chosen} onChoose={choose} />
              </div>
              {tool && <ToolDetail key={tool.name} tool={tool} onClose={() => choose(null)} />}
            </div>
          )
        }}
      </ResourceView>
    </div>
  )
}

type GroupsProps = {
  readonly tools: readonly ToolView[]
  readonly chosen: string | null
  readonly onChoose: (name: string) => void
}

function Groups({ tools, chosen, onChoose }: GroupsProps): JSX.Element {
  const sources = [...new Set(tools.map(({ source }) => source))]
  return (
    <>
      {sources.map(source => (
        <section key={source}>
          <h2>{say.source(source)}</h2>
          <ul class="tool-list">
            {tools
              .filter(tool => tool.source === source)
              .map(tool => (
                <li key={tool.name}>
                  <button
                    type="button"
                    class="tool-row"
                    aria-current={tool.name === chosen}
                    onClick={() => onChoose(tool.name)}
                  >
                    <code>{visible(tool.name)}</code>
                    <span class={`risk risk-${tool.risk}`}>{words.risk[tool.risk]}</span>
                    {tool.facts.egress && <span class="risk risk-write">{say.facts.egress}</span>}
                    {tool.changed_since_approved && <Status tone="warn">{say.changed}</Status>}
                    <span class="tool-about">{visible(tool.description)}</span>
                    <span class="faint">{say.callsLine(tool.calls.done, tool.calls.failed, tool.calls.refused)}</span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}
