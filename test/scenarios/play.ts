import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Entry, readOwnEntries } from '../../src/ledger/index.ts'
import { type JsonObject, type Model, type TurnEvent, isJsonObject } from '../../src/core/index.ts'
import { type ScriptedModel, type ScriptedOptions, type ScriptedReply, scripted } from '../../src/providers/index.ts'
import { type Runtime, type TurnReport, type TurnRequest, runTurn } from '../../src/runtime/index.ts'
import { type TestOptions, openTestRuntime, testWorkspace } from '../open-test-runtime.ts'

export type Play = Omit<TurnRequest, 'message' | 'model'> & {
  readonly message?: string
  /** What the model says, one reply a request. */
  readonly replies?: readonly ScriptedReply[]
  readonly model?: Model
  readonly can?: ScriptedOptions['can']
  readonly files?: Readonly<Record<string, string>>
  readonly settings?: JsonObject
  readonly options?: TestOptions
  readonly runtime?: Runtime
}

export type Played = {
  readonly report: TurnReport
  readonly text: string
  readonly code: string | null
  readonly events: readonly TurnEvent[]
  readonly types: readonly string[]
  /** Tools that ran, in order. */
  readonly executed: readonly string[]
  /** Codes of what was refused, replies and calls alike. */
  readonly faults: readonly string[]
  readonly model: ScriptedModel
  readonly runtime: Runtime
  /** Workspace and state folder. */
  readonly folders: readonly string[]
}

export const README = 'The lighthouse burned all night.\nNobody saw it.\n'

/** One message through the whole turn, with a real runtime on real files and a model that says what it is told to. */
export async function play(scene: Play): Promise<Played> {
  const {
    message = 'Read the file notes.md and tell me what it says.',
    replies = [],
    can,
    files,
    settings,
    options,
    ...rest
  } = scene
  const place = testWorkspace()
  for (const [path, text] of Object.entries(files ?? { 'notes.md': README })) {
    mkdirSync(dirname(join(place.root, path)), { recursive: true })
    writeFileSync(join(place.root, path), text)
  }
  const { runtime = await openTestRuntime({ ...place, ...options, ...(settings && { settings }) }), ...request } = rest
  const model = scripted(replies, { ...(can && { can }) })
  const events: TurnEvent[] = []
  const report = await runTurn(
    { message, model, allow: ['FileAccess'], ...request, onEvent: event => void events.push(event) },
    runtime,
  )
  return {
    report,
    text: report.text,
    code: report.stopped?.code ?? null,
    events,
    types: events.map(({ type }) => type),
    executed: events.flatMap(event => (event.type === 'tool.started' ? [event.tool] : [])),
    faults: events.flatMap(faultIn),
    model,
    runtime,
    folders: [place.root, place.state],
  }
}

function faultIn(event: TurnEvent): readonly string[] {
  if (event.type === 'attempt.rejected') return [event.reason]
  return event.type === 'tool.failed' && event.code !== null ? [event.code] : []
}

export const call = (name: string, args: JsonObject): string => JSON.stringify({ type: 'tool_call', name, args })
export const strictCall = (tool: string, args: JsonObject, nonce = '{{nonce}}'): string =>
  JSON.stringify({ tool, args, nonce })
export const decide = (tool: string, args: JsonObject): string =>
  JSON.stringify({ action: 'tool', tool, args, nonce: '{{nonce}}' })
export const final = '{"action":"final","nonce":"{{nonce}}"}'
export const readNotes: string = call('file_read', { path: 'notes.md' })

/** The log as it stands. */
export function entriesOf({ ledgerOptions }: Runtime): readonly Entry[] {
  const entries = readOwnEntries(ledgerOptions)
  if (!entries.ok) throw new Error(entries.error.message)
  return [...entries.value]
}

export const attemptsOf = (runtime: Runtime): readonly JsonObject[] =>
  entriesOf(runtime).flatMap(({ body: { attempt } }) => (isJsonObject(attempt) ? [attempt] : []))

/** Everything that was written anywhere below these folders, as one text. */
export function writtenBelow(...folders: readonly string[]): string {
  const files = folders.flatMap(folder => readdirSync(folder, { recursive: true, withFileTypes: true }))
  return files
    .flatMap(file => (file.isFile() ? [readFileSync(join(file.parentPath, file.name), 'latin1')] : []))
    .join('\n')
}
