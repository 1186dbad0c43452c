import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type JsonObject, type TurnEvent, isJsonObject, parseJsonText, textOf } from '../../../src/core/index.ts'
import { commandLine } from '../../command-line.ts'
import type { Door } from '../door.ts'
import { commandOf } from '../order-words.ts'
import { variablesOf, withVariables } from './command-line-door.ts'
import { openBehind, orThrow } from './open-behind.ts'
import { answerFrom } from './turn-door.ts'

/** `countersign ask`, one command for each call: a model that is a script wants it, and nothing else. */
export const askDoor: Door = {
  name: 'countersign ask',
  can: new Set(['assessments', 'built-in tools', 'reading']),
  async open(options) {
    const behind = await openBehind(options)
    return {
      runtime: () => orThrow(behind),
      async call(order) {
        const { tool, args, session } = order
        const script = join(dirname(options.state), 'script.jsonl')
        const replies = [
          JSON.stringify({ type: 'tool_call', name: tool, args }),
          'That is all.',
          'That is all.',
          'That is all.',
        ]
        writeFileSync(script, replies.map(reply => JSON.stringify(reply)).join('\n'))
        const named = session === undefined ? [] : ['--session', session]
        const words = [
          'ask',
          commandOf(order),
          '--events',
          '--json',
          '--model',
          `scripted:${script}`,
          '--workspace',
          options.root,
          ...named,
        ]
        const { out, err } = await withVariables(variablesOf(options), () => commandLine(words))
        return answerFrom(eventsIn(out), endingIn(out === '' ? err : out))
      },
    }
  },
}

/** The last line is the result, or the failure without one. */
function endingIn(printed: string): { readonly code: string; readonly text: string } {
  const last = parseJsonText(printed.trim().split('\n').at(-1) ?? '')
  const report: JsonObject = isJsonObject(last) ? last : {}
  const reason = report['stopped'] ?? report['error']
  return { code: isJsonObject(reason) ? textOf(reason['code']) : '', text: printed }
}

function eventsIn(out: string): readonly TurnEvent[] {
  const lines = out.split('\n').filter(line => line !== '')
  return lines.map(line => parseJsonText(line) as unknown as TurnEvent)
}
