import { CountersignError, type FaultCode } from '../core/index.ts'
import type { CallOrder } from './call-tool.ts'
import { nearestName } from './config/nearest-name.ts'
import type { RunPlace, ToolPolicy, TurnRequest } from './turn/turn-request.ts'

/** Every name that an options object may have; the compiler finds the one that is forgotten. */
export type KnownOptions<Options> = { readonly [Name in keyof Options]-?: true }

const CALL: KnownOptions<CallOrder> = {
  tool: true,
  args: true,
  session: true,
  allow: true,
  event: true,
  agent: true,
  principal: true,
  credential: true,
  caller: true,
  signal: true,
  people: true,
  watch: true,
}

const TURN: KnownOptions<TurnRequest> = {
  message: true,
  session: true,
  agent: true,
  principal: true,
  credential: true,
  model: true,
  profile: true,
  allow: true,
  toolPolicy: true,
  skipTools: true,
  intent: true,
  run: true,
  evidence: true,
  conference: true,
  task: true,
  tierSteps: true,
  event: true,
  turn: true,
  people: true,
  traceparent: true,
  signal: true,
  client: true,
  onEvent: true,
}
const TOOL_POLICY: KnownOptions<ToolPolicy> = { allowedTools: true, requireTool: true }
const RUN: KnownOptions<RunPlace> = { id: true, stepsTaken: true, maxSteps: true, soft: true }

export function checkTurn(request: TurnRequest): TurnRequest {
  refuseUnknown('turn', { given: request, known: TURN })
  refuseUnknown('toolPolicy of turn', { given: request.toolPolicy ?? {}, known: TOOL_POLICY })
  refuseUnknown('run of turn', { given: request.run ?? {}, known: RUN })
  return request
}

export function checkCall(order: CallOrder): CallOrder {
  refuseUnknown('call', { given: order, known: CALL })
  return order
}

type GivenOptions = {
  readonly given: object
  readonly known: Readonly<Record<string, true>>
  readonly code?: FaultCode
}

/** A misspelt option would be one without effect, so it is refused by its name. */
export function refuseUnknown(where: string, { given, known, code = 'usage_invalid' }: GivenOptions): void {
  const stray = Object.entries(given).find(([name, value]) => value !== undefined && !Object.hasOwn(known, name))
  if (stray === undefined) return
  const near = nearestName(stray[0], Object.keys(known))
  const hint = near === undefined ? `It takes: ${Object.keys(known).join(', ')}.` : `Did you mean "${near}"?`
  throw new CountersignError(code, `${where} has no option "${stray[0]}". ${hint}`)
}
