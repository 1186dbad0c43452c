import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AttemptLabel, AttemptView, JsonObject, ToolList } from 'shapes'
import type { Api } from '../../net/api.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'

const say = words.attempt

/** Labels a call as right or wrong: a valid call may still be wrong. */
export function LabelButtons({ attempt }: { readonly attempt: AttemptView }): JSX.Element {
  const { api, toast } = useConsole()
  const [label, setLabel] = useState<AttemptLabel | null>(attempt.label)
  const set = async (next: AttemptLabel): Promise<void> => {
    const done = await api.send<AttemptView>('POST', `/api/attempts/${attempt.id}/label`, { label: next })
    if (done.ok) setLabel(done.value.label)
    else toast(done.error.message)
  }
  return (
    <p class="row wrap">
      <span class="faint">{say.label}</span>
      {(['right', 'wrong'] as const).map(one => (
        <button key={one} type="button" class="small" aria-pressed={label === one} onClick={() => void set(one)}>
          {say[one]}
        </button>
      ))}
      <CopyButton label={say.copyTest} text={async () => asTest(api, attempt)} />
    </p>
  )
}

/** A line of the format that `countersign replay` reads. */
async function asTest(
  api: Api,
  { id, model, raw_output: raw, extracted, first_failure: failure }: AttemptView,
): Promise<string> {
  const list = await api.get<ToolList>('/api/tools')
  const tools = list.ok
    ? list.value.tools.map(({ name, description, schema, risk }) => ({ name, description, parameters: schema, risk }))
    : []
  const expected = failure === null ? extracted.map(({ name, args }) => ({ name, args: accepted(args) })) : []
  return JSON.stringify({ id, model, tools, raw_output: raw, expected })
}

const accepted = (args: JsonObject): object =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, [value]]))
