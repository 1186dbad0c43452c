import type { Grant } from '../../../permissions/index.ts'
import type { PermissionDryRun, PermissionView } from '../shapes.ts'
import type { StandingChoice } from './standing-rule.ts'

/** How a question ended. `withdrawn`: whoever asked does not want to know any more. */
export type Ending =
  /** `as` is what the person chose; `grant` is what that has left behind. */
  | { readonly kind: 'allow'; readonly as: StandingChoice['for']; readonly grant: Grant | undefined }
  | { readonly kind: 'deny'; readonly because?: string | undefined }
  | { readonly kind: 'expired' }
  /** Through another door, such as the command line. */
  | { readonly kind: 'elsewhere'; readonly state: 'approved' | 'denied' }
  | { readonly kind: 'withdrawn' }

/** A question that a turn waits for. */
export type Held = {
  readonly view: PermissionView
  readonly choices: readonly StandingChoice[]
  /** In whose name the turn acts; a standing yes is given to it. */
  readonly principal: string
  /** The token that asks; it cannot approve. */
  readonly credential: string
  /** What it would do if it ran now; left out where nothing of that can be known. */
  readonly dryRun?: () => Promise<Pick<PermissionDryRun, 'summary' | 'change'>>
}

export type WaitingRoom = {
  /** Resolves when somebody answers, time is up, or nobody wants an answer any more. */
  readonly wait: (
    held: Held,
    patience: { readonly milliseconds: number; readonly signal: AbortSignal },
  ) => Promise<Ending>
  readonly find: (id: string) => Held | undefined
  readonly list: () => readonly Held[]
  /** It waits longer, and says so; undefined if it is not there any more. */
  readonly extend: (
    id: string,
    more: { readonly view: PermissionView; readonly milliseconds: number },
  ) => Held | undefined
  /** False if it is not there, or answered already. */
  readonly answer: (id: string, ending: Ending) => boolean
  /** Nobody can answer any more: what waits is taken back, and so is whatever still comes. */
  readonly close: () => void
}

export type RoomWatch = { readonly entered: (held: Held) => void; readonly left: (held: Held, ending: Ending) => void }

const LONGEST = 2 ** 31 - 1 // what a timer of Node takes

export function createWaitingRoom(watch: RoomWatch): WaitingRoom {
  const open = new Map<
    string,
    { held: Held; readonly end: (ending: Ending) => void; readonly waitFor: (milliseconds: number) => void }
  >()
  let isClosed = false
  return {
    wait(held, { milliseconds, signal }) {
      const { id } = held.view
      return new Promise(resolve => {
        let late: NodeJS.Timeout | undefined
        const waitFor = (time: number): void => {
          clearTimeout(late)
          late = setTimeout(() => end({ kind: 'expired' }), Math.min(LONGEST, Math.max(1, time))).unref()
        }
        const leave = (): void => end({ kind: 'withdrawn' })
        const end = (ending: Ending): void => {
          const last = open.get(id)
          if (!open.delete(id)) return
          clearTimeout(late)
          signal.removeEventListener('abort', leave)
          watch.left(last?.held ?? held, ending)
          resolve(ending)
        }
        open.set(id, { held, end, waitFor })
        waitFor(milliseconds)
        watch.entered(held)
        signal.addEventListener('abort', leave)
        if (signal.aborted || isClosed) leave()
      })
    },
    find: id => open.get(id)?.held,
    list: () => [...open.values()].map(({ held }) => held),
    extend(id, { view, milliseconds }) {
      const found = open.get(id)
      if (!found) return undefined
      found.held = { ...found.held, view }
      found.waitFor(milliseconds)
      return found.held
    },
    answer(id, ending) {
      const found = open.get(id)
      found?.end(ending)
      return found !== undefined
    },
    close() {
      isClosed = true
      for (const { end } of open.values()) end({ kind: 'withdrawn' })
    },
  }
}
