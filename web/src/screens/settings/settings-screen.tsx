import type { JSX, TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import type { SettingView, SettingsView } from 'shapes'
import { Icon } from '../../parts/icon.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Empty } from '../../parts/screen-states.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { SettingRow } from './setting-row.tsx'

const say = words.settings

export function SettingsScreen(): JSX.Element {
  const { router, workspace } = useConsole()
  const settings = useResource<SettingsView>('/api/settings', {}, workspace.news.settings)
  const [text, setText] = useState(router.place.value.query.get('find') ?? '')
  const [isChanged, setChanged] = useState(false)
  const showChanged = (event: TargetedEvent<HTMLInputElement>): void => setChanged(event.currentTarget.checked)
  const fits = (setting: SettingView): boolean =>
    `${setting.key} ${setting.about}`.toLowerCase().includes(text.toLowerCase()) &&
    (!isChanged || setting.origin !== 'default' || setting.saved !== null)
  return (
    <div class="screen">
      <header class="screen-head">
        <div>
          <h1>{say.title}</h1>
          <p class="faint wrap-anywhere head-facts">
            <span>{settings.value.value && say.lead(settings.value.value.saved_in)}</span>
            <Updated of={[settings]} />
          </p>
        </div>
        <div class="row wrap">
          <label class="row">
            <input type="checkbox" checked={isChanged} onChange={showChanged} /> {say.changedOnly}
          </label>
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
        </div>
      </header>
      <ResourceView of={settings}>
        {view => {
          const shown = view.settings.filter(fits)
          return (
            <>
              <Notes title={say.warnings} notes={view.warnings} />
              <Notes title={say.refused} notes={view.refused} />
              {shown.length === 0 && <Empty text={say.none} />}
              {[...new Set(shown.map(({ section }) => section))].map(section => (
                <Section
                  key={section}
                  name={section}
                  settings={shown.filter(setting => setting.section === section)}
                  onChange={() => void settings.load()}
                />
              ))}
            </>
          )
        }}
      </ResourceView>
    </div>
  )
}

function Notes({ title, notes }: { readonly title: string; readonly notes: readonly string[] }): JSX.Element | null {
  if (notes.length === 0) return null
  return (
    <section class="notice">
      <Icon name="warn" size={18} />
      <div>
        <strong>{title}</strong>
        <ul>
          {notes.map(note => (
            <li key={note}>{visible(note)}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type SectionProps = { readonly name: string; readonly settings: readonly SettingView[]; readonly onChange: () => void }

function Section({ name, settings, onChange }: SectionProps): JSX.Element {
  return (
    <section aria-label={name}>
      <h2>
        <code>[{name}]</code>
      </h2>
      <p class="faint">{visible(settings[0]?.section_about ?? '')}</p>
      <ul class="settings">
        {settings.map(setting => (
          <SettingRow key={setting.key} setting={setting} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}
