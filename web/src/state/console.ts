import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Access, createAccess } from '../net/access.ts'
import { type Api, createApi } from '../net/api.ts'
import { createRouter, type Router } from './router.ts'
import { openSession, type Session } from './session.ts'
import { createTheme, type Theme } from './theme.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export type Toast = {
  readonly id: number
  readonly text: string
  readonly act?: { readonly label: string; readonly run: () => void }
}
export type FilePlace = {
  readonly path: string
  readonly lines: readonly [number, number] | null
  readonly quote: string | null
}

/** The state of the page, created once and passed down. */
export type Console = {
  readonly api: Api
  readonly access: Access
  readonly gate: Signal<'open' | 'checking' | 'never' | 'refused' | 'lost'>
  readonly router: Router
  readonly theme: Signal<Theme>
  readonly workspace: Workspace
  readonly session: Signal<Session | null>
  readonly toasts: ReadonlySignal<readonly Toast[]>
  readonly toast: (text: string, act?: Toast['act']) => void
  /** Announced once by screen readers. */
  readonly announcement: ReadonlySignal<string>
  readonly announce: (text: string) => void
  readonly file: Signal<FilePlace | null>
  readonly help: Signal<boolean>
  /** True while the first steps are shown. */
  readonly firstSteps: Signal<boolean>
  readonly newSession: (id: string) => Session
}

export function createConsole(window: Window & typeof globalThis): Console {
  const access = createAccess(window.sessionStorage, window.fetch.bind(window))
  const gate = signal<'open' | 'checking' | 'never' | 'refused' | 'lost'>('checking')
  const api = createApi({
    token: access.token,
    onRefused: () => (gate.value = gate.value === 'open' ? 'lost' : 'never'),
    fetch: window.fetch.bind(window),
  })
  const toasts = signal<readonly Toast[]>([])
  const toast = (text: string, act?: Toast['act']): void => {
    const id = Date.now() + Math.random()
    toasts.value = [...toasts.value.slice(-2), { id, text, ...(act && { act }) }]
    setTimeout(() => (toasts.value = toasts.value.filter(one => one.id !== id)), act ? 20_000 : 6000)
  }
  const frame = (work: () => void): void =>
    void (window.document.hidden ? setTimeout(work, 50) : window.requestAnimationFrame(work))
  return {
    api,
    access,
    gate,
    router: createRouter(window),
    theme: createTheme(window),
    workspace: createWorkspace(api),
    session: signal(null),
    toasts,
    toast,
    ...createAnnouncer(),
    file: signal(null),
    help: signal(false),
    firstSteps: createFirstSteps(window.localStorage),
    newSession: id => openSession(api, id, frame),
  }
}

const SPEECH_PAUSE = 1000 // ms between announcements, so that they can be followed

/** Announces only the newest sentence if they come too fast. */
function createAnnouncer(): Pick<Console, 'announcement' | 'announce'> {
  const announcement = signal('')
  let [next, isBusy] = ['', false]
  const speak = (): void => {
    if (next === '') return void (isBusy = false)
    announcement.value = next
    next = ''
    setTimeout(speak, SPEECH_PAUSE)
  }
  const announce = (text: string): void => {
    next = text
    if (isBusy) return
    isBusy = true
    speak()
  }
  return { announcement, announce }
}

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (console === null) throw new Error('useConsole was called outside the console')
  return console
}

const KEY = 'countersign.first-steps'

/** Remembers in this browser that the first steps were dismissed. */
function createFirstSteps(storage: Storage): Signal<boolean> {
  const isShown = signal(storage.getItem(KEY) !== 'done')
  effect(() => (isShown.value ? storage.removeItem(KEY) : storage.setItem(KEY, 'done')))
  return isShown
}
