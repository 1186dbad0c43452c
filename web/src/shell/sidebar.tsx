import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Link } from '../parts/link.tsx'
import { Mark } from '../parts/mark.tsx'
import { useConsole } from '../state/console.ts'
import type { Theme } from '../state/theme.ts'
import type { Workspace } from '../state/workspace.ts'
import { visible } from '../text/visible.ts'
import { words } from '../words.ts'
import { Conversations } from './conversations.tsx'

type Entry = { readonly screen: string; readonly label: string; readonly icon: IconName }
const ENTRIES: readonly Entry[] = [
  { screen: '', label: words.nav.chat, icon: 'chat' },
  { screen: 'permissions', label: words.nav.permissions, icon: 'shield' },
  { screen: 'receipts', label: words.nav.receipts, icon: 'receipt' },
  { screen: 'attempts', label: words.nav.attempts, icon: 'chart' },
  { screen: 'tools', label: words.nav.tools, icon: 'tool' },
  { screen: 'policy', label: words.nav.policy, icon: 'rule' },
  { screen: 'memory', label: words.nav.memory, icon: 'memory' },
  { screen: 'doctor', label: words.nav.doctor, icon: 'pulse' },
  { screen: 'settings', label: words.nav.settings, icon: 'gear' },
]

export function Sidebar(): JSX.Element {
  const { workspace, help } = useConsole()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const folder = workspace.start.value.value?.workspace
  return (
    <header class="side" data-open={isOpen} onKeyDown={event => event.key === 'Escape' && close()}>
      <div class="side-top">
        <Link href="/" class="brand" onGo={close}>
          <Mark />
          <span>{words.product}</span>
        </Link>
        {folder && (
          <span class="folder" title={folder.path}>
            {visible(folder.name)}
          </span>
        )}
        <button
          type="button"
          class="quiet square menu-button"
          aria-expanded={isOpen}
          aria-controls="side-rest"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'cross' : 'menu'} size={20} />
          <span class="unseen">{isOpen ? words.nav.closeMenu : words.nav.menu}</span>
        </button>
      </div>
      <div class="side-rest" id="side-rest">
        <nav aria-label={words.nav.label}>
          <ul class="nav">
            {ENTRIES.map(entry => (
              <NavEntry key={entry.screen} entry={entry} onGo={close} />
            ))}
          </ul>
        </nav>
        <Conversations onGo={close} />
        <div class="side-foot">
          <ThemeSwitch />
          <button type="button" class="quiet small" onClick={() => (help.value = true)}>
            {words.nav.help} <kbd>?</kbd>
          </button>
        </div>
      </div>
    </header>
  )
}

/** How much on a screen waits for a person, and in words. */
function waitingOn(screen: string, { pending, unknown }: Workspace): readonly [number, string] {
  const questions = screen === 'permissions' ? pending.value.length : 0
  const calls = screen === 'receipts' ? (unknown.value.value?.length ?? 0) : 0
  return calls > 0 ? [calls, words.receipts.unknown.title(calls)] : [questions, words.nav.waiting(questions)]
}

function NavEntry({ entry, onGo }: { readonly entry: Entry; readonly onGo: () => void }): JSX.Element {
  const { router, workspace } = useConsole()
  const [waiting, inWords] = waitingOn(entry.screen, workspace)
  return (
    <li>
      <Link href={`/${entry.screen}`} current={router.screen.value === entry.screen ? 'page' : undefined} onGo={onGo}>
        <Icon name={entry.icon} size={18} />
        <span>{entry.label}</span>
        {waiting > 0 && (
          <span class="badge" data-testid={entry.screen === 'permissions' ? 'pending-count' : 'unknown-count'}>
            {waiting}
            <span class="unseen"> {inWords}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

const THEMES: readonly { readonly theme: Theme; readonly icon: IconName }[] = [
  { theme: 'system', icon: 'half' },
  { theme: 'light', icon: 'sun' },
  { theme: 'dark', icon: 'moon' },
]

function ThemeSwitch(): JSX.Element {
  const { theme } = useConsole()
  return (
    <div class="segments" role="group" aria-label={words.theme.label}>
      {THEMES.map(({ theme: one, icon }) => (
        <button
          key={one}
          type="button"
          aria-pressed={theme.value === one}
          title={words.theme[one]}
          onClick={() => (theme.value = one)}
        >
          <Icon name={icon} />
          <span class="unseen">{words.theme[one]}</span>
        </button>
      ))}
    </div>
  )
}
