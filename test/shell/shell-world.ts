import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type JsonObject, isJsonObject, parseJsonText } from '../../src/core/index.ts'
import { type AskPerson, type CallReport, type Runtime, callTool } from '../../src/runtime/index.ts'
import { type TestOptions, openTestRuntime, testWorkspace } from '../open-test-runtime.ts'

export type ShellWorld = {
  readonly runtime: Runtime
  readonly root: string
  readonly state: string
  readonly put: (path: string, text: string) => void
  readonly get: (path: string) => string | undefined
  /** With the right granted and, unless somebody is there to say yes, nobody to ask. */
  readonly run: (command: string, more?: JsonObject) => Promise<CallReport>
  readonly audit: () => readonly JsonObject[]
  /** Copies that nobody has cleared away. */
  readonly copies: () => readonly string[]
}

export const sayYes: AskPerson = async () => ({ state: 'approved', decidedBy: 'tty', credential: 'the person' })

export async function shellWorld(options: TestOptions = {}): Promise<ShellWorld> {
  const place = testWorkspace()
  const runtime = await openTestRuntime({ ...place, ...options })
  const { root = place.root, state = place.state } = options
  return {
    runtime,
    root,
    state,
    put(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    get: path => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined),
    run: (command, more = {}) =>
      callTool({ tool: 'bash', args: { command, ...more }, allow: ['SystemExecute'] }, runtime),
    audit: () =>
      readFileSync(join(root, '.control-room/audit/audit.jsonl'), 'utf8')
        .split('\n')
        .map(line => parseJsonText(line))
        .filter(line => isJsonObject(line)),
    copies: () =>
      readdirSync(state, { recursive: true, encoding: 'utf8' }).filter(path => /changes\/change_/.test(path)),
  }
}

export const dataOf = ({ data }: CallReport): JsonObject => (isJsonObject(data) ? data : {})
export const effectsOf = (report: CallReport): JsonObject => {
  const { effects } = dataOf(report)
  return isJsonObject(effects) ? effects : {}
}
