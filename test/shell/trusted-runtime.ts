import type { AskPerson } from '../../src/runtime/index.ts'
import { openTestRuntime } from '../open-test-runtime.ts'

type Opened = Awaited<ReturnType<typeof openTestRuntime>>

/** A trusted workspace in which session `s1` may run commands; whoever is asked all the same says no, after he was told. */
export async function trustedRuntime(
  place: { readonly root: string; readonly state: string },
  told: (command: unknown) => void = () => undefined,
): Promise<Opened> {
  const ask: AskPerson = async (_approval, { call }) => {
    told(call.args['command'])
    return { state: 'denied', decidedBy: 'tty', credential: 'the person' }
  }
  const runtime = await openTestRuntime({ ...place, trust: 'Trusted', ask })
  const about = {
    principal: 'user:local',
    session: 's1',
    decidedBy: 'tty',
    purpose: 'a test',
    confirmsWrites: false,
  } as const
  await runtime.broker.issue({ capability: 'SystemExecute', ...about })
  return runtime
}
