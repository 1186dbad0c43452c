import { type Result, fail, succeed } from '../../core/index.ts'
import { createNativeNames } from '../../catalog/index.ts'
import { requiresTool } from '../../policy/index.ts'
import { createBudget, limitsOf } from './budgets.ts'
import { chooseProfile } from './choose-profile.ts'
import type { TalkStart } from './open-turn.ts'
import { createModelStop } from './model-stop.ts'
import { prepareContext } from './prepare-context.ts'
import type { Talk } from './talk.ts'
import { createThread } from './thread.ts'

/** Everything is decided; the model may be asked. */
export async function openTalk(start: TalkStart): Promise<Result<Talk>> {
  const { request, runtime, model, caller, text } = start
  const { tools, denied } = caller.allowance
  const demanded = request.toolPolicy?.requireTool
  if (demanded === true && tools.length === 0)
    return fail(
      'policy_blocked',
      'A tool call is required, and for this message no tool is on offer. Say which tools may be used, or do not require one.',
    )
  // Whoever asks for strict knows the flag; phrases are read only for those who may not.
  const required = tools.length > 0 && (demanded ?? (request.profile !== 'strict' && requiresTool(text)))
  const profile = chooseProfile(request, model, required)
  const context = await prepareContext(start, profile)
  if (!context.ok) return context
  const thread = createThread({ ...context.value, message: text })
  const refresh = async (): Promise<void> => {
    start.said.forget()
    const changed = await prepareContext(start, profile)
    if (changed.ok) thread.restart(changed.value)
  }
  const toolbox = runtime.catalog.only(tools, denied)
  return succeed(talkOf(start, { profile, room: context.value.resultRoom, required, tools, toolbox, thread, refresh }))
}

/** `skipTools`: the message and nothing else, there and back. */
export function bareTalk(start: TalkStart): Talk {
  return talkOf(start, {
    profile: 'lenient',
    room: undefined,
    required: false,
    tools: [],
    toolbox: start.runtime.catalog.only([]),
    thread: createThread({ system: '', earlier: [], message: start.text }),
    refresh: async () => undefined,
  })
}

type Ways = Pick<Talk, 'profile' | 'required' | 'tools' | 'toolbox' | 'thread' | 'refresh'> & {
  readonly room: number | undefined
}

function talkOf({ request, runtime, model, caller, emit, signal, log, said }: TalkStart, ways: Ways): Talk {
  const { profile, room = Number.POSITIVE_INFINITY, required, tools, toolbox, thread, refresh } = ways
  const limits = limitsOf(request, profile, runtime.turnValues)
  return {
    request,
    runtime,
    model,
    profile,
    required,
    tools,
    toolbox,
    names: createNativeNames(tools.map(({ name }) => name)),
    caller,
    thread,
    budget: createBudget({ ...limits, bytesPerTurn: Math.min(limits.bytesPerTurn, room) }),
    emit,
    signal,
    modelStop: createModelStop(signal),
    log,
    said,
    refresh,
  }
}
