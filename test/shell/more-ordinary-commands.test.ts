import { expect, test } from 'vitest'
import { callTool } from '../../src/runtime/index.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { sampled } from '../soak-scale.ts'
import { MORE_ORDINARY } from './more-ordinary-commands.ts'
import { prepareProject } from './prepare-project.ts'
import { trustedRuntime } from './trusted-runtime.ts'
import { lacksSandbox } from '../system-needs.ts'

/** Programs that are not on this machine, and a network that is off, are no fault of the judgement. */
const RAN: ReadonlySet<string> = new Set(['command_failed', 'sandbox_denied'])

test.skipIf(lacksSandbox)(
  '95 of 100 commands of a second list run unasked in a trusted workspace',
  { timeout: 120_000 },
  async () => {
    const place = testWorkspace()
    prepareProject(place.root)
    const runtime = await trustedRuntime(place)
    const held: string[] = []
    const tried = sampled(MORE_ORDINARY, 3)
    for (const command of tried) {
      const { fault } = await callTool({ tool: 'bash', args: { command }, session: 's1' }, runtime)
      if (fault && !RAN.has(fault.code)) held.push(`${fault.code} ${command}`)
    }
    expect(held.filter(each => each !== 'permission_denied chmod +x scripts/check.sh')).toEqual([])
  },
)
