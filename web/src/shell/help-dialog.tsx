import type { JSX } from 'preact'
import { Dialog } from '../parts/dialog.tsx'
import { useConsole } from '../state/console.ts'
import { words } from '../words.ts'

export function HelpDialog(): JSX.Element {
  const { help, firstSteps, router } = useConsole()
  const again = (): void => {
    firstSteps.value = true
    help.value = false
    router.go('/?new=1')
  }
  const { rows, ...titles } = words.keys
  return (
    <Dialog title={titles.title} onClose={() => (help.value = false)} wide>
      <div class="key-groups">
        {(['everywhere', 'inChat', 'inLists', 'onCard'] as const).map(group => (
          <section key={group}>
            <h3>{titles[group]}</h3>
            <dl class="keys">
              {rows[group].map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p>
        <button type="button" onClick={again}>
          {words.nav.firstSteps}
        </button>
      </p>
    </Dialog>
  )
}
