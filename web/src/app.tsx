import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { useKeys } from './keys.ts'
import { FileDialog } from './parts/file-dialog.tsx'
import { ScreenGuard } from './parts/screen-guard.tsx'
import { GateScreen } from './screens/gate-screen.tsx'
import { screenOf } from './screens/screens.ts'
import { AskBar } from './shell/ask-bar.tsx'
import { Banners } from './shell/banners.tsx'
import { HelpDialog } from './shell/help-dialog.tsx'
import { Sidebar } from './shell/sidebar.tsx'
import { Toasts } from './shell/toasts.tsx'
import { useFirstLook } from './shell/use-first-look.ts'
import { useConsole } from './state/console.ts'
import { words } from './words.ts'

export function App(): JSX.Element {
  const { gate } = useConsole()
  if (gate.value === 'checking') return <main class="gate" aria-busy="true" aria-label={words.access.checking} />
  return gate.value === 'never' || gate.value === 'refused' ? <GateScreen /> : <Desk />
}

/**
 * Everything once the door is open. If access is lost later, the page stays readable and a panel asks for the new code.
 */
function Desk(): JSX.Element {
  const { gate, workspace, router, announcement, file, help } = useConsole()
  useKeys()
  useFirstLook()
  useEffect(() => {
    if (gate.value !== 'open') return undefined
    const life = new AbortController()
    workspace.open(life.signal)
    return () => life.abort()
  }, [gate.value])
  const screen = screenOf(router.screen.value)
  useEffect(() => {
    document.title = `${screen.title} · ${words.product}`
    document.querySelector('main')?.scrollTo({ top: 0 })
  }, [screen.title])
  return (
    <div class="desk" data-screen={screen.name}>
      <a
        class="skip"
        href="#main"
        onClick={event => (event.preventDefault(), document.querySelector<HTMLElement>('#main')?.focus())}
      >
        {words.nav.skip}
      </a>
      <Sidebar />
      <div class="page">
        <Banners />
        <main id="main" tabIndex={-1}>
          <ScreenGuard key={screen.name} title={screen.title}>
            <screen.Screen />
          </ScreenGuard>
        </main>
        <AskBar />
      </div>
      {gate.value === 'lost' && <GateScreen isOver />}
      {file.value && <FileDialog place={file.value} />}
      {help.value && <HelpDialog />}
      <Toasts />
      <p class="unseen" role="status" data-testid="said">
        {announcement}
      </p>
    </div>
  )
}
