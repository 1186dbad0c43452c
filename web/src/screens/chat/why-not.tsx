import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ToolList, WhyView } from 'shapes'
import { ResourceView } from '../../parts/resource-view.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { words } from '../../words.ts'
import { WhyAnswer } from '../tools/why-answer.tsx'

/** Picks any tool and tells which rule offers or withholds it for this message. */
export function WhyNot({ message, session }: { readonly message: string; readonly session: string }): JSX.Element {
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
