import { callTool } from '../../../src/runtime/index.ts'
import { type CallSignatures, createCallSignatures } from '../../../src/session/index.ts'
import type { Door } from '../door.ts'
import { answerOf, openBehind, orThrow, refused } from './open-behind.ts'

/** The library's door for a person's own call. */
export const callToolDoor: Door = {
  name: 'callTool',
  can: new Set([
    'assessments',
    'built-in tools',
    'plans',
    'event',
    'own tools',
    'clock',
    'one process',
    'straight',
    'turns',
    'principal',
    'reading',
    'a person',
    'disk',
    'trust',
  ]),
  async open(options) {
    const opened = await openBehind(options)
    const turns = new Map<string, CallSignatures>()
    const memoryOf = (turn: string): CallSignatures => {
      const memory = turns.get(turn) ?? createCallSignatures()
      turns.set(turn, memory)
      return memory
    }
    return {
      runtime: () => orThrow(opened),
      async call({ turn, ...order }) {
        if (!opened.ok) return refused(opened.error)
        return answerOf(
          await callTool(
            { ...order, ...(turn !== undefined && { turn: { id: turn, memory: memoryOf(turn) } }) },
            opened.value,
          ),
        )
      },
    }
  },
}
