import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject, TurnEvent } from '../../src/core/index.ts'
import {
  type AssembleOptions,
  type Assembly,
  type CallOrder,
  type CallReport,
  type TurnReport,
  type TurnRequest,
  assemble,
} from '../../src/index.ts'
import { type ScriptedModel, type ScriptedOptions, type ScriptedReply, scripted } from '../../src/providers/index.ts'
import { type TestWorkspace, testWorkspace } from '../open-test-runtime.ts'

export type Scene = Partial<Omit<AssembleOptions, 'settings' | 'model'>> & {
  readonly files?: Readonly<Record<string, string>>
  /** What the model says, one reply a request. */
  readonly replies?: readonly ScriptedReply[]
  readonly can?: ScriptedOptions['can']
  readonly model?: AssembleOptions['model']
  readonly place?: TestWorkspace
}

export type Opened = Assembly & {
  readonly place: TestWorkspace
  readonly model: ScriptedModel
  readonly log: () => string
}

/** An assembly in a folder of its own, with these settings; closed when the work is done. */
export async function inAssembly<T>(
  settings: JsonObject,
  { files = {}, replies = [], can, place = testWorkspace(), model, ...options }: Scene,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.root, path)), { recursive: true })
    writeFileSync(join(place.root, path), text)
  }
  const script = scripted(replies, { ...(can && { can }) })
  const where = { workspace: place.root, state: place.state }
  const assembly = assemble({ tools: [], ...where, model: model ?? script, ...options, settings })
  try {
    return await work({ ...assembly, place, model: script, log: () => logOf(place) })
  } finally {
    await assembly.close()
  }
}

export const logOf = ({ root }: TestWorkspace): string =>
  readFileSync(join(root, '.control-room/audit/log/000001.jsonl'), 'utf8')

export type Taken = {
  readonly report: TurnReport
  readonly text: string
  readonly code: string | null
  /** Tools that ran, in order. */
  readonly ran: readonly string[]
  /** Codes of what was refused, replies and calls alike. */
  readonly refused: readonly string[]
  readonly events: readonly TurnEvent[]
  readonly model: ScriptedModel
  readonly log: string
  readonly place: TestWorkspace
}

type TurnScene = Scene & { readonly request?: Partial<TurnRequest>; readonly message?: string }

export const READ_ASK = 'Read the file notes.md and tell me what it says.'

/** One message through `assemble().turn`. */
export const turn = (settings: JsonObject, { request, message = READ_ASK, ...scene }: TurnScene): Promise<Taken> =>
  inAssembly(settings, { files: { 'notes.md': 'The lamp burns.\n' }, ...scene }, opened =>
    takeTurn(opened, { message, ...request }),
  )

export async function takeTurn(opened: Opened, request: Partial<TurnRequest>): Promise<Taken> {
  const events: TurnEvent[] = []
  const onEvent = (event: TurnEvent): void => void events.push(event)
  const report = await opened.turn({ message: READ_ASK, allow: ['FileAccess'], ...request, onEvent })
  return {
    report,
    text: report.text,
    code: report.stopped?.code ?? null,
    ran: events.flatMap(event => (event.type === 'tool.started' ? [event.tool] : [])),
    refused: events.flatMap(codeIn),
    events,
    model: opened.model,
    log: opened.log(),
    place: opened.place,
  }
}

function codeIn(event: TurnEvent): readonly string[] {
  if (event.type === 'attempt.rejected') return [event.reason]
  return event.type === 'tool.failed' && event.code !== null ? [event.code] : []
}

/** One call through `assemble().call`. */
export const call = (settings: JsonObject, order: CallOrder, scene: Scene = {}): Promise<CallReport> =>
  inAssembly(settings, scene, opened => opened.call(order))

/** What came of a call: `done`, or the code with which it was refused. */
export const outcome = ({ fault }: CallReport): string => fault?.code ?? 'done'

export const says = (name: string, args: JsonObject): string => JSON.stringify({ type: 'tool_call', name, args })
export const readNotes: string = says('file_read', { path: 'notes.md' })
