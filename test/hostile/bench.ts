import { afterAll, beforeAll } from 'vitest'
import { type Machines, type Stage, cloneOn, createMachines, useWorkspace } from './stage.ts'
import { type Outcome, type VerbRunner, createVerbRunner } from './verb-runner.ts'
import type { Words } from './verbs.ts'

export type Bench = {
  readonly newClone: () => Stage
  /** A clone in which the person has worked before. */
  readonly usedClone: () => Promise<Stage>
  readonly run: (stage: Stage, words: Words, variables?: Readonly<Record<string, string>>) => Promise<Outcome>
}

/** The machines and the process that runs verbs, for all tests of one file. */
export function hostileBench(): Bench {
  let machines: Machines | undefined
  let runner: VerbRunner | undefined
  let clones = 0
  beforeAll(async () => {
    machines = await createMachines()
    runner = createVerbRunner(machines.home)
  })
  afterAll(() => {
    runner?.close()
    machines?.close()
  })
  const newClone = (): Stage => {
    if (!machines) throw new Error('only within a test')
    return cloneOn(machines, clones++)
  }
  return {
    newClone,
    async usedClone() {
      const stage = newClone()
      await useWorkspace(stage.clone.path, stage.state, { text: 'mine' })
      return stage
    },
    run({ clone, state }, words, variables = {}) {
      if (!runner) throw new Error('only within a test')
      return runner.run({ folder: clone.path, state, words, variables })
    },
  }
}
