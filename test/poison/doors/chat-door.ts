import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isJsonObject, parseJsonText } from '../../../src/core/index.ts'
import { commandLine } from '../../command-line.ts'
import { variablesOf, withVariables } from '../../forbidden/doors/command-line-door.ts'
import type { Attack } from '../attack.ts'
import type { Decided, PoisonDoor } from '../poison-door.ts'
import { repliesTo } from './turn-door.ts'

/** `countersign chat` from a pipe: one process, a line a message, and a yes after each. */
export const chatDoor: PoisonDoor = {
  name: 'countersign chat',
  carries: carrier => carrier !== 'the result of a tool' && carrier !== 'a quoted line' && carrier !== 'a code block',
  hears: true,
  every: 6,
  async suffer(attacks, place) {
    const decided: Decided[] = []
    for (const attack of attacks) decided.push(...(await sitThrough(attack, place)))
    return decided
  },
}

async function sitThrough(attack: Attack, place: Parameters<PoisonDoor['suffer']>[1]): Promise<readonly Decided[]> {
  const script = join(dirname(place.state), 'script.jsonl')
  const replies = [...repliesTo(attack).slice(0, -1), 'Done.', 'Done.']
  writeFileSync(script, replies.map(reply => JSON.stringify(reply)).join('\n'))
  const flags = [
    '--debug-routing',
    '--model',
    `scripted:${script}`,
    '--workspace',
    place.root,
    '--session',
    'sess_poison',
    '--allow',
    'FileAccess',
  ]
  const { err } = await withVariables(variablesOf(place), () =>
    commandLine(['chat', ...flags], { stdin: `${attack.message}\nYes.\n` }),
  )
  const lines = err.split('\n').flatMap(line => {
    const value = line.startsWith('{') ? parseJsonText(line) : undefined
    return isJsonObject(value) ? [value] : []
  })
  const router = lines.find(line => line['event'] === 'ROUTER_OUTPUT')
  const policy = lines.find(line => line['event'] === 'POLICY_DECISION')
  return [{ intent: router?.['Intent'], allowed: policy?.['allowed'], permissions: policy?.['permissions'] }]
}
