import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { JsonObject, PolicyChecked, PolicySaved, PolicyView, SettingsView, ToolList } from 'shapes'
import type { Failure } from '../../net/api.ts'
import { CompletingText } from '../../parts/completing-text.tsx'
import { Difference } from '../../parts/difference.tsx'
import { ErrorPanel } from '../../parts/screen-states.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { visible } from '../../text/visible.ts'
import { wordDiff } from '../../text/word-diff.ts'
import { words } from '../../words.ts'
import { suggestRule } from './rule-suggestions.ts'
import { type RuleNames, RulesAsForm } from './rules-as-form.tsx'

const say = words.policy
const RULES = 'tools.policy.rules'

type PolicyEditorProps = { readonly view: PolicyView; readonly onClose: () => void }

/** The person's rules as a form and as text, two views of the same. The server refuses rules that can never apply. */
export function PolicyEditor({ view, onClose }: PolicyEditorProps): JSX.Element {
  const { api, toast } = useConsole()
  const base = useSignal(baseOf(view))
  const [text, chosen] = [useSignal(base.value.text), useSignal(0)]
  const failure = useSignal<Failure | null>(null)
  const settings = useResource<SettingsView>('/api/settings')
  const schema = settings.value.value?.settings.find(({ key }) => key === RULES)?.schema ?? {}
  const tools = (useResource<ToolList>('/api/tools').value.value?.tools ?? []).map(({ name }) => name)
  const rules = rulesIn(text.value)
  const checked = useRulesCheck(rules).value
  const change = (next: readonly JsonObject[], at: number): void => {
    text.value = textOf(next)
    chosen.value = at
  }
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (rules === null) return
    const answer = await api.replace<PolicySaved>('/api/policy', { rules }, base.value.version ?? '')
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    toast(say.saved(answer.value.saved_in))
    onClose()
  }
  const written = rules === null ? text.value : textOf(rules) // spacing is not a change
  const isSame = written === base.value.text
  return (
    <form class="card policy-editor" onSubmit={event => void save(event)} data-testid="policy-editor">
      {view.version !== base.value.version && (
        <Overtaken
          onCompare={() => (base.value = baseOf(view))}
          onTake={() => (text.value = (base.value = baseOf(view)).text)}
        />
      )}
      <div class="two-views">
        <RulesAsForm
          rules={rules}
          chosen={chosen.value}
          names={{ schema, tools }}
          fits={checked?.fits ?? []}
          onChange={change}
        />
        <div class="view-text">
          <RulesAsText text={text.value} names={{ schema, tools }} onInput={typed => (text.value = typed)} />
          <div role="status">
            {failure.value && <ErrorPanel failure={failure.value} />}
            {settings.failure.value && (
              <ErrorPanel failure={settings.failure.value} onRetry={() => void settings.load()} />
            )}
            {rules === null && <p class="tone-bad">{say.editWrong}</p>}
            {isSame ? <p class="faint">{say.editSame}</p> : checked && <Judgement checked={checked} />}
          </div>
          {!isSame && <Difference title={say.editChange} parts={wordDiff(base.value.text, written)} />}
          <SaveOrCancel maySave={rules !== null && !isSame} onCancel={onClose} />
        </div>
      </div>
    </form>
  )
}

function SaveOrCancel({
  maySave,
  onCancel,
}: {
  readonly maySave: boolean
  readonly onCancel: () => void
}): JSX.Element {
  return (
    <div class="row wrap">
      <button type="submit" class="strong" disabled={!maySave}>
        {say.save}
      </button>
      <button type="button" class="quiet" onClick={onCancel}>
        {words.act.cancel}
      </button>
    </div>
  )
}

const textOf = (rules: readonly JsonObject[]): string => JSON.stringify(rules, null, 2)

const baseOf = ({ version, saved }: PolicyView): { readonly version: string | null; readonly text: string } => ({
  version,
  text: textOf(saved),
})

/** Another window has saved: neither version is lost unless the person says so. */
function Overtaken({
  onCompare,
  onTake,
}: {
  readonly onCompare: () => void
  readonly onTake: () => void
}): JSX.Element {
  return (
    <div class="notice tone-warn" role="alert" data-testid="overtaken">
      <p>{say.overtaken}</p>
      <p class="row wrap">
        <button type="button" class="small" onClick={onCompare}>
          {say.keepMine}
        </button>
        <button type="button" class="small" onClick={onTake}>
          {say.takeTheirs}
        </button>
      </p>
    </div>
  )
}

function Judgement({ checked: { complaints } }: { readonly checked: PolicyChecked }): JSX.Element {
  if (complaints.length === 0) return <p class="tone-ok">{say.sound}</p>
  return (
    <div class="tone-bad complaints" data-testid="complaints">
      <p>{say.refused}</p>
      <ul>
        {complaints.map(complaint => (
          <li key={complaint}>{visible(complaint)}</li>
        ))}
      </ul>
    </div>
  )
}

function rulesIn(text: string): readonly JsonObject[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isObject) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PAUSE = 250 // ms without typing before the server checks

/** The server's check of edited rules; null before it answers, or if they are not valid JSON. */
function useRulesCheck(rules: readonly JsonObject[] | null): ReadonlySignal<PolicyChecked | null> {
  const { api } = useConsole()
  const checked = useSignal<PolicyChecked | null>(null)
  const text = rules === null ? null : JSON.stringify(rules)
  useEffect(() => {
    checked.value = null
    if (text === null) return undefined
    let isOld = false
    const ask = async (): Promise<void> => {
      const answer = await api.send<PolicyChecked>('POST', '/api/policy/check', { rules: rules ?? [] })
      if (!isOld && answer.ok) checked.value = answer.value
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [text])
  return checked
}

type RulesAsTextProps = {
  readonly text: string
  readonly names: RuleNames
  readonly onInput: (text: string) => void
}

function RulesAsText({ text, names: { schema, tools }, onInput }: RulesAsTextProps): JSX.Element {
  const vocabulary = { schema, names: { '*.tools.*': ['*', ...tools] } }
  return (
    <>
      <CompletingText
        label={say.editTitle}
        rows={16}
        value={text}
        disabled={false}
        describedBy="rules-note"
        suggest={(written, caret) => suggestRule(written, caret, vocabulary)}
        onInput={onInput}
      />
      <p class="faint" id="rules-note">
        {say.editNote}
      </p>
    </>
  )
}
