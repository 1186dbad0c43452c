import { newId, signalForMany } from '../../core/index.ts'
import { createCallSignatures } from '../../session/index.ts'
import { newSession } from '../call-tool.ts'
import { NEVER_ABORTED } from '../never-aborted.ts'
import type { TurnRuntime } from '../runtime.ts'
import { trustIn } from '../trust-in.ts'
import { createEarlierMessages } from './earlier-messages.ts'
import { createModelStop } from './model-stop.ts'
import { createStamp } from './stamp.ts'
import type { TurnRequest } from './turn-request.ts'
import type { OpenProgress, OpenTurn, RoutedTurn, TurnWithModel, Turn, TurnKind, TurnProgress } from './turn.ts'

export function openTurn(request: TurnRequest, kind: TurnKind, runtime: TurnRuntime): OpenTurn {
  const { session = newSession(), agent = 'main', turn = newId('turn'), run, conference, task, onEvent } = request
  const { principal = 'user:local', credential = turn, event = newId('event') } = request
  const isNew = request.session === undefined
  const progress = noProgress()
  const { clock, filter } = runtime
  const emit = createStamp({
    session,
    turn,
    run: run?.id,
    agent,
    now: () => clock.now(),
    filter,
    readers: [...runtime.eventReaders, ...(onEvent ? [onEvent] : [])],
    step: () => `step_${progress.step}`,
  })
  const who = { principal, credential, agent, session, turn, run: run?.id, conference, task, event }
  return {
    ...who,
    trust: trustIn(request, runtime),
    ownAct: false,
    signal: request.signal ? signalForMany(request.signal) : NEVER_ABORTED,
    request,
    kind,
    runtime,
    isNew,
    emit,
    earlier: createEarlierMessages(runtime.sessions, { session, isNew }),
    progress,
  }
}

const noProgress = (): OpenProgress => ({
  made: [],
  signatures: createCallSignatures(),
  asked: new Set(),
  shown: [],
  rejected: [],
  usage: { inputTokens: 0, outputTokens: 0, requests: 0 },
  attempts: 0,
  step: 0,
  answersAsked: 0,
  corrections: 0,
  evidence: null,
  offered: [],
})

type Decided = Pick<RoutedTurn, 'text' | 'route' | 'allowance'> & {
  /** What the person said before, for models that judge calls. */
  readonly saidBefore?: readonly string[]
}

/** The turn once its tools are decided. */
export function routedTurn(started: TurnWithModel, { saidBefore = [], ...decided }: Decided): RoutedTurn {
  const { request, progress } = started
  progress.offered = decided.allowance.tools.map(({ name }) => name)
  const conversation = {
    userMessages: [...saidBefore, request.message],
    mentions(text: string): boolean {
      const wanted = text.toLowerCase()
      return [request.message, ...progress.shown].some(each => each.toLowerCase().includes(wanted))
    },
  }
  return { ...started, ...decided, conversation }
}

type Opening = Pick<Turn, 'profile' | 'required' | 'toolbox' | 'names' | 'listener'> &
  Pick<TurnProgress, 'budget' | 'transcript'>

/** The turn once the model may be asked. */
export function turnOf(routed: RoutedTurn, { budget, transcript, ...opening }: Opening): Turn {
  const progress = Object.assign(routed.progress, { budget, transcript })
  return { ...routed, ...opening, modelStop: createModelStop(routed.signal), progress }
}
