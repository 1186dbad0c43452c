import { guard } from '../../../src/index.ts'
import type { PoisonDoor } from '../poison-door.ts'
import { ORACLE } from './turn-door.ts'

/** `guard(tools)`: a program's own tool says it. */
export const guardDoor: PoisonDoor = {
  name: 'guard',
  carries: carrier => carrier === 'the result of a tool',
  hears: false,
  every: 1,
  async suffer(attacks, { root, state, settings }) {
    const guarded = guard([ORACLE], { workspace: root, state, settings, session: 'sess_poison' })
    for (const { poison } of attacks)
      await Reflect.apply(guarded[0]?.execute ?? never, guarded[0], [{ say: poison }, { toolCallId: poison }])
    await guard.close(guarded)
    return []
  },
}

const never = (): never => {
  throw new Error('no tool was guarded')
}
