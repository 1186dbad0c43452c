import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import type { Json, SavedSetting, SettingView } from 'shapes'
import { useConsole } from '../../state/console.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { parse } from '../tools/form-fields.ts'

const say = words.settings
const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

type SettingRowProps = { readonly setting: SettingView; readonly onChange: () => void }

/** One setting: its value, its origin, and a field to change it. */
export function SettingRow({ setting, onChange }: SettingRowProps): JSX.Element {
  const { api, toast } = useConsole()
  const typed = useSignal(shown(setting.value))
  const id = useId()
  const known = shown(setting.saved ?? setting.value)
  // Only for a new value, so that typed text survives a refresh of the list.
  useEffect(() => void (typed.value = known), [known])
  const isText = setting.schema['type'] === 'string'
  const save = async (event: Event): Promise<void> => {
    event.preventDefault()
    const read = isText ? { ok: true as const, value: typed.value } : parse(typed.value)
    if (!read.ok) return toast(say.badJson)
    const done = await api.send<SavedSetting>('PUT', `/api/settings/${encodeURIComponent(setting.key)}`, {
      value: read.value,
    })
    toast(
      done.ok
        ? `${say.saved(setting.key)}${done.value.needs_restart ? ` (${say.restart})` : ''}`
        : `${done.error.message} ${done.error.advice}`,
    )
    if (done.ok) onChange()
  }
  const isChanged = typed.value !== known
  return (
    <li class="setting">
      <div class="setting-about">
        <label for={id}>
          <code>{setting.key}</code>
        </label>
        <p>{visible(setting.about)}</p>
        <p class="faint">
          {setting.origin === 'default' ? (
            say.isDefault
          ) : (
            <>
              {say.origin(setting.origin)} · {say.default} <code>{shown(setting.default) || '""'}</code>
            </>
          )}
          {setting.needs_restart && ` · ${say.restart}`}
          {setting.not_yet && ` · ${say.notYet}`}
        </p>
        {setting.saved !== null && <p class="tone-warn">{waitingWords(setting, shown(setting.saved))}</p>}
      </div>
      <form class="setting-form" onSubmit={event => void save(event)}>
        <ValueField id={id} setting={setting} value={typed.value} onInput={value => (typed.value = value)} />
        <span class="row">
          <button type="submit" class="small" disabled={!isChanged}>
            {say.save}
          </button>
          {(setting.saved !== null || setting.origin.startsWith('saved:')) && (
            <TakeBack setting={setting} onChange={onChange} />
          )}
        </span>
      </form>
    </li>
  )
}

/** A saved value that is not in force waits for a restart, or something stronger says otherwise. */
const waitingWords = ({ needs_restart, origin }: SettingView, saved: string): string =>
  needs_restart ? say.waitingStart(saved) : say.overruled(saved, origin)

function TakeBack({ setting: { key }, onChange }: SettingRowProps): JSX.Element {
  const { api, toast } = useConsole()
  const reset = async (): Promise<void> => {
    const done = await api.send<SavedSetting>('DELETE', `/api/settings/${encodeURIComponent(key)}`)
    toast(done.ok ? say.resetDone(key) : done.error.message)
    if (done.ok) onChange()
  }
  return (
    <button type="button" class="small quiet" onClick={() => void reset()}>
      {say.reset}
    </button>
  )
}

type ValueFieldProps = {
  readonly id: string
  readonly setting: SettingView
  readonly value: string
  readonly onInput: (value: string) => void
}

function ValueField({ id, setting, value, onInput }: ValueFieldProps): JSX.Element {
  const { type, enum: choices } = setting.schema
  const options = type === 'boolean' ? ['true', 'false'] : Array.isArray(choices) ? choices.map(String) : null
  if (options) {
    return (
      <select id={id} value={value} onChange={event => onInput(event.currentTarget.value)}>
        {options.map(option => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  return type === 'string' || type === 'number' || type === 'integer' ? (
    <input
      id={id}
      value={value}
      inputMode={type === 'string' ? 'text' : 'numeric'}
      onInput={event => onInput(event.currentTarget.value)}
      spellcheck={false}
      autoComplete="off"
    />
  ) : (
    <textarea id={id} rows={2} value={value} onInput={event => onInput(event.currentTarget.value)} spellcheck={false} />
  )
}
