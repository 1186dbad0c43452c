import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { NOTE } from '../kit.ts'
import { grant } from '../world.ts'
import type { OpenDoor, Order } from '../door.ts'

const NEEDS = ['built-in tools'] as const
const run = (command: string, more: Order['args'] = {}): Order =>
  inSession({ tool: 'system_execute', about: 'commands', args: { command, ...more } })
const granted = (at: OpenDoor): Promise<string> => grant(at, { capability: 'SystemExecute' })

/** Commands: without the right, with it and against what exists, and those that never run. */
export const COMMAND_CASES: readonly ForbiddenCase[] = [
  forbidden('a command without a token', { code: 'permission_denied', needs: NEEDS }, async (world, stands) => {
    const at = await world.open()
    if (!stands) await granted(at)
    return { at, order: run('touch made.txt') }
  }),
  forbidden(
    'a command that deletes a file, with nobody to ask',
    { code: 'confirmation_required', needs: NEEDS },
    async (world, stands) => {
      world.put(NOTE, 'a note')
      const at = await world.open()
      await granted(at)
      return { at, order: run(stands ? `rm ${NOTE}` : 'touch made.txt') }
    },
  ),
  forbidden(
    'a command that overwrites a file, with nobody to ask',
    { code: 'confirmation_required', needs: NEEDS },
    async (world, stands) => {
      world.put(NOTE, 'a note')
      const at = await world.open()
      await granted(at)
      return { at, order: run(stands ? `echo x > ${NOTE}` : 'echo x > made.txt') }
    },
  ),
  forbidden(
    'a command that cannot be analysed',
    { code: 'confirmation_required', needs: NEEDS },
    async (world, stands) => {
      const at = await world.open()
      await granted(at)
      return { at, order: run(stands ? 'make() { touch made.txt; }; make' : 'touch made.txt') }
    },
  ),
  forbidden(
    'a command with a substitution, whatever was granted',
    { code: 'command_blocked', needs: NEEDS },
    async (world, stands) => {
      const at = await world.open()
      await granted(at)
      return { at, order: run(stands ? 'touch $(echo made.txt)' : 'touch made.txt') }
    },
  ),
  forbidden(
    'a command that becomes another user, whatever was granted',
    { code: 'command_blocked', needs: NEEDS },
    async (world, stands) => {
      const at = await world.open()
      await granted(at)
      return { at, order: run(`${stands ? 'sudo ' : ''}touch made.txt`) }
    },
  ),
  forbidden('a command outside the workspace', { code: 'path_blocked', needs: NEEDS }, async (world, stands) => {
    const at = await world.open()
    await granted(at)
    return { at, order: run('touch made.txt', stands ? { cwd: '..' } : {}) }
  }),
  forbidden(
    'a build that removes what existed',
    { code: 'effect_not_allowed', needs: NEEDS, recorded: 'intent and outcome' },
    async (world, stands) => {
      world.put(NOTE, 'a note')
      world.put('Makefile', `all:\n\t${stands ? `rm ${NOTE}` : 'touch made.txt'}\n`)
      const at = await world.open()
      await granted(at)
      return { at, order: run('make') }
    },
  ),
]
