import type { Grant } from '../../../permissions/index.ts'
import type { PermissionDryRun, PermissionView } from '../shapes.ts'
import type { ApprovalChoice } from './approval-choices.ts'

/** How a question ended. `withdrawn`: its turn was stopped. */
export type QuestionOutcome =
  /** `as` is the person's choice; `grant` is the grant that it issued. */
  | { readonly kind: 'allow'; readonly as: ApprovalChoice['for']; readonly grant: Grant | undefined }
  | { readonly kind: 'deny'; readonly because?: string | undefined }
  | { readonly kind: 'expired' }
  /** Answered through another surface, such as the command line. */
  | { readonly kind: 'elsewhere'; readonly state: 'approved' | 'denied' }
  | { readonly kind: 'withdrawn' }

/** A question that a turn waits for. */
export type HeldQuestion = {
  readonly view: PermissionView
  readonly choices: readonly ApprovalChoice[]
  /** In whose name the turn acts; a standing grant is issued to it. */
  readonly principal: string
  /** The token that asks; it cannot approve. */
  readonly credential: string
  /** What the call would do if it ran now; left out where that cannot be known. */
  readonly dryRun?: () => Promise<Pick<PermissionDryRun, 'summary' | 'change'>>
}

export type WaitingQuestions = {
  /** Resolves when somebody answers, time is up, or the turn is stopped. */
  readonly wait: (
    held: HeldQuestion,
    patience: { readonly milliseconds: number; readonly signal: AbortSignal },
  ) => Promise<QuestionOutcome>
  readonly find: (id: string) => HeldQuestion | undefined
  readonly list: () => readonly HeldQuestion[]
  /** Prolongs the wait; undefined if the question is gone. */
  readonly extend: (
    id: string,
    more: { readonly view: PermissionView; readonly milliseconds: number },
  ) => HeldQuestion | undefined
  /** False if the question is gone or already answered. */
  readonly answer: (id: string, ending: QuestionOutcome) => boolean
  /** Withdraws what waits, and whatever is still added. */
  readonly close: () => void
}

type WaitingListener = {
  readonly added: (held: HeldQuestion) => void
  readonly removed: (held: HeldQuestion, ending: QuestionOutcome) => void
}

const LONGEST = 2 ** 31 - 1 // the longest delay of Node's timers

export function createWaitingQuestions(watch: WaitingListener): WaitingQuestions {
  const open = new Map<
    string,
    {
      held: HeldQuestion
      readonly end: (ending: QuestionOutcome) => void
      readonly waitFor: (milliseconds: number) => void
    }
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
        const end = (ending: QuestionOutcome): void => {
          const last = open.get(id)
          if (!open.delete(id)) return
          clearTimeout(late)
          signal.removeEventListener('abort', leave)
          watch.removed(last?.held ?? held, ending)
          resolve(ending)
        }
        open.set(id, { held, end, waitFor })
        waitFor(milliseconds)
        watch.added(held)
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
