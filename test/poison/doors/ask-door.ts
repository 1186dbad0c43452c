import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TurnEvent, parseJsonText } from '../../../src/core/index.ts'
import { commandLine } from '../../command-line.ts'
import { variablesOf, withVariables } from '../../forbidden/doors/command-line-door.ts'
import type { Decided, PoisonDoor } from '../poison-door.ts'
import { decidedIn, repliesTo } from './turn-door.ts'

/** `countersign ask`, one command a message, all in one session. */
export const askDoor: PoisonDoor = {
  name: 'countersign ask',
  carries: carrier => carrier !== 'the result of a tool',
  hears: true,
  every: 6,
  async suffer(attacks, place) {
    const script = join(dirname(place.state), 'script.jsonl')
    const decided: Decided[] = []
    for (const attack of attacks) {
      writeFileSync(
        script,
        repliesTo(attack)
          .map(reply => JSON.stringify(reply))
          .join('\n'),
      )
      const flags = [
        '--events',
        '--model',
        `scripted:${script}`,
        '--workspace',
        place.root,
        '--session',
        'sess_poison',
        '--allow',
        'FileAccess',
      ]
      const { out } = await withVariables(variablesOf(place), () =>
        commandLine(['ask', '-', ...flags], { stdin: attack.message }),
      )
      const lines = out.split('\n').filter(line => line !== '')
      decided.push(decidedIn(lines.map(line => parseJsonText(line) as unknown as TurnEvent)))
    }
    return decided
  },
}
