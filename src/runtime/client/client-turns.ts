import {
  type Capability,
  type EventReader,
  type EvidenceReport,
  type Fault,
  type JsonObject,
  type Model,
  type ModelMessage,
  type Result,
  fault,
} from '../../core/index.ts'
import { createOutputCheck } from '../../catalog/index.ts'
import { newSession } from '../call-tool.ts'
import type { AskPerson, People } from '../call/call-runtime.ts'
import type { Runtime, TurnRuntime } from '../runtime.ts'
import { runTurn } from '../turn/run-turn.ts'
import type { Stopped, TurnReport, TurnRequest, TurnUsage } from '../turn/turn-request.ts'
import { type ClientTool, type ClientTools, createClientToolRegistry } from './client-tools.ts'
import type {
  AnswerFormat,
  ClientEnd,
  ClientConversation,
  Sampling,
  SettledCall,
  ToolForm,
} from './client-conversation.ts'
import { type Settled, settleResults } from './settle-results.ts'

/** A call that a person must approve: is denied, is held until somebody decides, or returns the question. */
export type ClientApproval = 'deny' | 'hold' | 'return'

export type ClientRequest = {
  readonly model: Model
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ClientTool[]
  /** Names of those that may be called now; left out, all of them. */
  readonly only?: readonly string[] | undefined
  /**
   * For calls of these tools that had to be repaired, the model is asked once more; others are handed over and marked.
   */
  readonly askAgain?: readonly string[] | undefined
  readonly required: boolean
  readonly parallel: boolean
  readonly format?: { readonly name: string; readonly schema?: JsonObject } | undefined
  readonly sampling: Sampling
  readonly principal: string
  readonly credential: string
  readonly session?: string | undefined
  /** Capabilities that the key grants, with its word that writing is all right. */
  readonly allow: readonly Capability[]
  readonly approval: ClientApproval
  /** The person asked where calls are held; by default the turn waits for the list of approvals. */
  readonly ask?: AskPerson | undefined
  readonly onHold?: ((approval: string) => void) | undefined
  readonly onText?: ((text: string) => void) | undefined
  readonly onEvent?: EventReader | undefined
  readonly signal: AbortSignal
}

export type ClientReport = {
  readonly end: ClientEnd | undefined
  readonly stopped: Stopped | null
  readonly settled: readonly SettledCall[]
  readonly strays: Settled['strays']
  /** What the answer cites, checked and reported; it is never withheld. */
  readonly evidence: EvidenceReport | null
  readonly usage: TurnUsage
  readonly session: string
  readonly turn: string
}

/** For clients that bring their own tools and run them. */
export type ClientTurns = {
  /** The fault is one of the request itself: nothing has been asked or recorded. */
  readonly turn: (request: ClientRequest) => Promise<Result<ClientReport>>
}

export function openClientTurns(runtime: Runtime): ClientTurns {
  const shelf = createClientToolRegistry(runtime.turns.permits.redeem)
  const flushSoon = createFlushSoon(runtime)
  const kept = createUntoldCalls()
  return {
    async turn(request) {
      const tools = shelf.open(request.tools)
      if (!tools.ok) return tools
      const format = formatOf(request)
      if (format && 'code' in format) return { ok: false, error: format }
      const settled = await settleResults(request.messages, request.principal, runtime.turns)
      const behind = { turns: withTools(tools.value, runtime.turns) }
      const known = request.session ?? settled.session
      const session = known ?? newSession()
      const play = (form: ToolForm): Promise<TurnReport> =>
        runTurn(
          turnOf(request, {
            session,
            people: peopleFor(request, runtime),
            client: clientTurn(request, {
              ...settled,
              tools: tools.value,
              format,
              form,
              isFirst: known === undefined,
              untold: kept.of(request),
            }),
          }),
          behind,
        )
      const form = formFor(request.model)
      const report = await play(form)
      const again = formFor(request.model)
      // The server has just said that it takes no tools; then they are described in words.
      const isRefused = report.stopped?.code === 'model_refused' && again !== form
      const last = isRefused ? await play(again) : report
      flushSoon()
      kept.keep(request, last.client)
      return { ok: true, value: reportOf(last, settled) }
    },
  }
}

const MOST_UNTOLD = 1_000

type UntoldCalls = {
  readonly of: (request: ClientRequest) => ReadonlyMap<string, string>
  readonly keep: (request: ClientRequest, end: ClientEnd | undefined) => void
}

const keyOf = ({ principal }: ClientRequest, id: string): string => `${principal}\n${id}`

/** What the model is to read of calls that were not handed over: with the results of those that were. */
function createUntoldCalls(): UntoldCalls {
  const texts = new Map<string, string>()
  return {
    of(request) {
      const ids = request.messages.flatMap(message => (message.role === 'tool' ? [message.callId] : []))
      return new Map(
        ids.map(id => [id, texts.get(keyOf(request, id)) ?? ''] as const).filter(([, text]) => text !== ''),
      )
    },
    keep(request, end) {
      const last = end?.calls.at(-1)
      if (end === undefined || end.untold === '' || last === undefined) return
      texts.set(keyOf(request, last.id), end.untold)
      const [oldest] = texts.keys()
      if (texts.size > MOST_UNTOLD && oldest !== undefined) texts.delete(oldest)
    },
  }
}

const FLUSH_MS = 50

/** What a turn of a client says of itself is written for many at once; whatever must be on disk before, is. */
function createFlushSoon({ ledger }: Runtime): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void ledger.flush()
    }, FLUSH_MS).unref()
  }
}

/** By what the model was seen to do. */
const formFor = ({ can }: Model): ToolForm => (can.nativeTools ? 'native' : can.takesTools === true ? 'both' : 'text')

function formatOf({ format }: ClientRequest): AnswerFormat | Fault | undefined {
  if (!format) return undefined
  const { name, schema } = format
  if (!schema) return { name, check: () => undefined }
  try {
    const check = createOutputCheck(schema)
    return {
      name,
      schema,
      check(value) {
        const checked = check(value)
        return checked.ok ? undefined : checked.error
      },
    }
  } catch (thrown) {
    return fault('schema_refused', thrown instanceof Error ? thrown.message : 'The schema cannot be used.', {
      format: name,
    })
  }
}

/** The question stands on the list of approvals; a decision there, through any entry point, is the answer. */
const holdUntilDecided =
  ({ approvals }: Pick<Runtime, 'approvals'>): AskPerson =>
  async ({ id }, _proposal, signal) =>
    (await approvals.whenDecided(id, signal)) ? 'decided' : 'timeout'

/** The same gates, records and limits, with the client's tools in the place of ours. */
const withTools = ({ catalog, executor }: ClientTools, runtime: TurnRuntime): TurnRuntime => ({
  ...runtime,
  catalog,
  executorOf: name => (catalog.get(name) ? executor : undefined),
})

/** People are asked only where calls are held until somebody decides. */
function peopleFor({ approval, ask, onHold }: ClientRequest, runtime: Runtime): People {
  if (approval !== 'hold') return {}
  const hold = ask ?? holdUntilDecided(runtime)
  return {
    ask(question, proposal, signal) {
      onHold?.(question.id)
      return hold(question, proposal, signal)
    },
  }
}

type OpenedRequest = Settled & {
  readonly untold: ClientConversation['untold']
  readonly tools: ClientTools
  readonly format: AnswerFormat | undefined
  readonly form: ToolForm
  readonly isFirst: boolean
}

function clientTurn(
  request: ClientRequest,
  { tools, format, form, isFirst, signatures, settled, untold }: OpenedRequest,
): ClientConversation {
  const { messages, only, askAgain = [], required, parallel, sampling, approval, onText } = request
  const offered = tools.catalog.list().filter(({ name }) => only === undefined || only.includes(name))
  return {
    messages,
    offered,
    askAgain,
    required,
    parallel,
    isFirst,
    format,
    sampling,
    form,
    returnsQuestions: approval === 'return',
    signatures,
    settled,
    untold,
    onText,
  }
}

function turnOf(
  request: ClientRequest,
  { session, people, client }: Required<Pick<TurnRequest, 'session' | 'people' | 'client'>>,
): TurnRequest {
  const { model, principal, credential, allow, signal, onEvent, messages } = request
  const message = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return { message, model, principal, credential, allow, signal, onEvent, session, people, client }
}

const reportOf = (
  { client, stopped, evidence, usage, session, turn }: TurnReport,
  { settled, strays }: Settled,
): ClientReport => ({
  end: client,
  stopped,
  settled,
  strays,
  evidence,
  usage,
  session,
  turn,
})
