import { commandLine } from '../../command-line.ts'
import { variablesOf, withVariables } from '../../forbidden/doors/command-line-door.ts'
import type { PoisonDoor } from '../poison-door.ts'

/** `countersign call`: the file is read and everything is proposed that it wants, without any message of a person. */
export const callDoor: PoisonDoor = {
  name: 'countersign call',
  carries: carrier => carrier === 'a file' || carrier === 'the name of a file',
  hears: false,
  every: 2,
  async suffer(attacks, place) {
    for (const { calls } of attacks)
      for (const { name, args } of calls) {
        const words = [
          'call',
          name,
          '-',
          '--json',
          '--workspace',
          place.root,
          '--session',
          'sess_poison',
          '--allow',
          'FileAccess',
        ]
        await withVariables(variablesOf(place), () => commandLine(words, { stdin: JSON.stringify(args) }))
      }
    return []
  },
}
