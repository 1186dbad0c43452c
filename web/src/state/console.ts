import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Access, createAccess } from '../net/access.ts'
import { type Api, createApi } from '../net/api.ts'
import { createFirstSteps } from './first-steps.ts'
import { type Router, createRouter } from './router.ts'
import { type Session, openSession } from './session.ts'
import { type Theme, createTheme } from './theme.ts'
import { type Workspace, createWorkspace } from './workspace.ts'

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

/** The whole page's state, made once and handed down. */
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
  /** Said once by a screen reader. */
  readonly said: ReadonlySignal<string>
  readonly say: (text: string) => void
  readonly file: Signal<FilePlace | null>
  readonly help: Signal<boolean>
  /** Are the first steps still to be shown? */
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
    ...createSpeaker(),
    file: signal(null),
    help: signal(false),
    firstSteps: createFirstSteps(window.localStorage),
    newSession: id => openSession(api, id, frame),
  }
}

const SPEECH_PAUSE = 1000 // ms; more than one announcement a second cannot be followed

/** Only the newest sentence is worth saying when they come faster than they can be heard. */
function createSpeaker(): Pick<Console, 'said' | 'say'> {
  const said = signal('')
  let [next, isBusy] = ['', false]
  const speak = (): void => {
    if (next === '') return void (isBusy = false)
    said.value = next
    next = ''
    setTimeout(speak, SPEECH_PAUSE)
  }
  const say = (text: string): void => {
    next = text
    if (isBusy) return
    isBusy = true
    speak()
  }
  return { said, say }
}

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (console === null) throw new Error('a part of the console was drawn outside of it')
  return console
}
