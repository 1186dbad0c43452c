import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { JsonObject, PolicySaved, SettingsView, ToolList } from 'shapes'
import { CompletingText } from '../../parts/completing-text.tsx'
import { Difference } from '../../parts/difference.tsx'
import { ErrorPanel } from '../../parts/screen-states.tsx'
import { useResource } from '../../parts/use-resource.ts'
import type { Failure } from '../../net/api.ts'
import { useConsole } from '../../state/console.ts'
import { wordDiff } from '../../text/word-diff.ts'
import { words } from '../../words.ts'
import { suggestRule } from './rule-suggestions.ts'
import { RuleOrder } from './rule-order.tsx'

const say = words.policy
const RULES = 'tools.policy.rules'

type PolicyEditorProps = { readonly version: string; readonly onClose: () => void }

/** All rules of your own as one text. The server refuses what could never decide. */
export function PolicyEditor({ version, onClose }: PolicyEditorProps): JSX.Element {
  const { api, toast } = useConsole()
  const [before, text] = [useSignal<string | null>(null), useSignal('')]
  const failure = useSignal<Failure | null>(null)
  const schema = useSignal<JsonObject>({})
  const tools = useResource<ToolList>('/api/tools').value.value?.tools ?? []
  const vocabulary = { schema: schema.value, names: { '*.tools.*': ['*', ...tools.map(({ name }) => name)] } }
  const load = async (): Promise<void> => {
    const answer = await api.get<SettingsView>('/api/settings')
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    const found = answer.value.settings.find(({ key }) => key === RULES)
    schema.value = found?.schema ?? {}
    before.value = text.value = JSON.stringify(found?.saved ?? found?.value ?? [], null, 2)
  }
  useEffect(() => void load(), [])
  const rules = listIn(text.value)
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (rules === null) return
    const answer = await api.replace<PolicySaved>('/api/policy', { rules }, version)
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    toast(say.saved(answer.value.saved_in))
    onClose()
  }
  return (
    <form class="card policy-editor" onSubmit={event => void save(event)} data-testid="policy-editor">
      <CompletingText
        label={say.editTitle}
        rows={12}
        value={text.value}
        disabled={before.value === null}
        describedBy="rules-note"
        suggest={(written, caret) => suggestRule(written, caret, vocabulary)}
        onInput={written => (text.value = written)}
      />
      <p class="faint" id="rules-note">
        {say.editNote}
      </p>
      {rules !== null && <RuleOrder rules={rules} onMove={moved => (text.value = JSON.stringify(moved, null, 2))} />}
      <div role="status">
        {failure.value && <ErrorPanel failure={failure.value} />}
        {before.value !== null && rules === null && <p class="tone-bad">{say.editWrong}</p>}
        {text.value === before.value && <p class="faint">{say.editSame}</p>}
      </div>
      {before.value !== null && text.value !== before.value && (
        <Difference title={say.editChange} parts={wordDiff(before.value, text.value)} />
      )}
      <div class="row wrap">
        <button type="submit" class="strong" disabled={rules === null || text.value === before.value}>
          {say.save}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {words.act.cancel}
        </button>
      </div>
    </form>
  )
}

function listIn(text: string): readonly object[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(item => typeof item === 'object' && item !== null) ? value : null
  } catch {
    return null
  }
}
