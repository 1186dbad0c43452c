import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Capability,
  CountersignError,
  type Fault,
  type Model,
  type Profile,
  type TurnEvent,
  fault,
  estimateTokens,
} from '../../core/index.ts'
import {
  type AskPerson,
  type OwnTool,
  type Runtime,
  type Stopped,
  callableCatalog,
  configShape,
  flatLayer,
  mergeLayers,
  openRuntime,
  runTurn,
} from '../../runtime/index.ts'
import { INTENTS, allowedTools, decidePolicy } from '../../policy/index.ts'
import { TOOL_RESULT } from './ask-plainly.ts'
import type { CheckCase, CheckedCall } from './check-case.ts'
import { written } from './collect-reply.ts'
import { type ModelListener, listenTo } from './listen-to.ts'

export type GuardedAnswer = {
  readonly right: boolean
  readonly calls: readonly CheckedCall[]
  /** The reply from which the first call was read; the last one, if there was none. */
  readonly wrote: string
  readonly profile: Profile | null
  readonly dialect: string | null
  readonly fixups: readonly string[]
  /** Names that stood for another one. */
  readonly aliases: readonly string[]
  readonly repairs: number
  /** What was wrong with the replies before, the first one first. */
  readonly refused: readonly string[]
  readonly fault: Fault | null
  /** Of the longest request, by our estimate. */
  readonly promptTokens: number
  /** The server has read less than it was sent, or would have. */
  readonly wasCut: boolean
}

export type GuardedPlace = {
  /** An empty folder of its own, removed by the caller. */
  readonly folder: string
  readonly profile?: Profile | undefined
}

/** The real path, from prompt to receipt, in a folder of its own; the tools only remember how they were called. */
export async function askGuarded(
  tested: CheckCase,
  model: Model,
  options: GuardedPlace & { signal: AbortSignal },
): Promise<GuardedAnswer> {
  const names = tested.tools.map(({ name }) => name)
  const calls: CheckedCall[] = []
  const events: TurnEvent[] = []
  const listening = listenTo(model, () => calls.length >= Math.max(1, tested.expects))
  const runtime = await openCaseRuntime(tested, options, call => void calls.push(call))
  try {
    const intent = intentFor(runtime, names)
    if (intent === undefined) return answerOf({ tested, calls, events, listening, stopped: notOffered(names) })
    const { stopped } = await runTurn(
      {
        message: tested.message,
        model: listening.model,
        profile: options.profile,
        intent,
        toolPolicy: { allowedTools: names },
        allow: CAPABILITIES,
        signal: options.signal,
        onEvent: event => void events.push(event),
      },
      runtime,
    )
    return answerOf({ tested, calls, events, listening, stopped })
  } finally {
    await runtime.close()
  }
}

type Took = {
  readonly tested: CheckCase
  readonly calls: readonly CheckedCall[]
  readonly events: readonly TurnEvent[]
  readonly listening: ModelListener
  readonly stopped: Stopped | null
}

function answerOf({ tested, calls, events, listening, stopped }: Took): GuardedAnswer {
  const accepted = events.find(event => event.type === 'attempt.accepted')
  const { heard, longest } = listening
  const reply = accepted ? heard[accepted.attempt - 1] : heard.at(-1)
  // Behind the last call that counts the model is not asked, so how the turn ended then says nothing.
  const failed =
    heard.find(({ end }) => end.fault)?.end.fault ??
    (calls.length === 0 && stopped ? fault(stopped.code, stopped.message) : null)
  return {
    right: failed === null && tested.isRight(calls),
    calls,
    wrote: reply ? written(reply) : '',
    profile: profileIn(events),
    dialect: accepted?.dialect ?? null,
    fixups: accepted?.fixups ?? [],
    aliases: accepted?.aliases ?? [],
    repairs: events.filter(event => event.type === 'attempt.repaired').length,
    refused: events.flatMap(event => (event.type === 'attempt.rejected' ? [event.reason] : [])),
    fault: failed,
    promptTokens: longest() || estimateTokens(`${tested.message}${JSON.stringify(tested.tools)}`),
    wasCut: failed?.code === 'context_full' || heard.some(({ end }) => end.promptCut === true),
  }
}

/** Routing is not measured here: the tools of the case are offered under an intent that forbids none of them. */
function intentFor({ catalog }: Runtime, names: readonly string[]): string | undefined {
  const tools = catalog.list().filter(({ name }) => names.includes(name))
  return INTENTS.find(
    intent => allowedTools(decidePolicy({ Intent: intent }), tools, { always: names }).withheld.length === 0,
  )
}

const notOffered = (names: readonly string[]): Stopped => ({
  code: 'policy_blocked',
  message: `No intent offers these tools together: ${names.join(', ')}. Rename one of them in the case.`,
})

const CAPABILITIES: readonly Capability[] = ['FileAccess', 'FileWrite']

async function openCaseRuntime(
  { tools }: CheckCase,
  { folder }: GuardedPlace,
  keep: (call: CheckedCall) => void,
): Promise<Runtime> {
  const [root, state] = [join(folder, 'workspace'), join(folder, 'state')]
  mkdirSync(root, { recursive: true })
  const own = tools.map((tool): OwnTool => ({
    ...tool,
    capability: tool.risk === 'read' ? 'FileAccess' : 'FileWrite',
    execute(args) {
      keep({ tool: tool.name, args })
      return TOOL_RESULT
    },
  }))
  const shape = configShape()
  // What a case says is no fact about the person who checks a model.
  const { layer } = flatLayer(shape, { 'memory.enabled': false }, { source: 'check', origin: 'flag' })
  const config = mergeLayers(shape, { flags: layer, trusted: false })
  const catalog = callableCatalog(own)
  const opened = await openRuntime({ root, state, config, trust: 'Provisional', tools: own, catalog, ask: sayYes })
  if (!opened.ok) throw new CountersignError(opened.error.code, opened.error.message)
  return opened.value
}

/** The tools do nothing, so every question is answered yes: what is measured is the model. */
const sayYes: AskPerson = () =>
  Promise.resolve({ state: 'approved', decidedBy: 'flag', credential: 'nobody: the tools of a check do nothing' })

function profileIn(events: readonly TurnEvent[]): Profile | null {
  const asked = events.find(event => event.type === 'attempt.started')?.profile
  return PROFILES.find(profile => profile === asked) ?? null
}

const PROFILES: readonly Profile[] = ['strict', 'lenient', 'run', 'native']
