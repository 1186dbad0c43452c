import { dirname, join } from 'node:path'
import { type FaultCode, type JsonObject, isFaultCode, isJsonObject, parseJsonText } from '../../../src/core/index.ts'
import { configShape } from '../../../src/runtime/index.ts'
import { commandLine } from '../../command-line.ts'
import type { Answer, Door, DoorOptions } from '../door.ts'
import { approvalIn, openBehind, orThrow } from './open-behind.ts'

/** `countersign call`, one command for each call. What is settled before is settled through a runtime of its own. */
export const commandLineDoor: Door = {
  name: 'countersign call',
  can: new Set(['assessments', 'built-in tools', 'event', 'reading']),
  async open(options) {
    const behind = await openBehind(options)
    return {
      runtime: () => orThrow(behind),
      async call({ tool, args, session, event }) {
        const named = [...flag('--session', session), ...flag('--event', event)]
        const words = ['call', tool, '-', '--json', '--workspace', options.root, ...named]
        const { code, out, err } = await withVariables(variablesOf(options), () =>
          commandLine(words, { stdin: JSON.stringify(args) }),
        )
        return answerIn(out === '' ? err : out, code)
      },
    }
  },
}

const flag = (name: string, value: string | undefined): readonly string[] => (value === undefined ? [] : [name, value])

/** A person whose home is empty, and whose settings are in his environment. */
export function variablesOf({ state, settings = {} }: DoorOptions): Readonly<Record<string, string>> {
  const home = join(dirname(state), 'home')
  const names = new Map([...configShape().variables].map(([variable, { key }]) => [key, variable]))
  const set = Object.entries(settings).map(([key, value]) => [
    names.get(key),
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return { COUNTERSIGN_STATE: state, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), ...Object.fromEntries(set) }
}

export async function withVariables<T>(
  variables: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(variables).map(name => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  try {
    return await work()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
    }
  }
}

function answerIn(printed: string, exitCode: number): Answer {
  const report = parseJsonText(printed)
  if (!isJsonObject(report)) throw new Error(`no JSON: ${printed}`)
  const told = report['fault'] ?? report['error']
  const fault: JsonObject = isJsonObject(told) ? told : {}
  const code = codeIn(fault)
  const expected = code === null ? 0 : code === 'confirmation_required' ? 6 : 1
  if (exitCode !== expected) throw new Error(`exit code ${exitCode} with ${printed}`)
  const { ok, text, data, receipt } = report
  return {
    ok: ok === true,
    code,
    text: typeof text === 'string' ? text : printed,
    data: data ?? null,
    receiptId: typeof receipt === 'string' ? receipt : null,
    approval: approvalIn(fault['detail']),
  }
}

function codeIn({ code }: JsonObject): FaultCode | null {
  return typeof code === 'string' && isFaultCode(code) ? code : null
}
