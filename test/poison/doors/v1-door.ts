import { scripted } from '../../../src/providers/index.ts'
import { openEndpoint } from '../../clients/endpoint.ts'
import { openBehind, orThrow } from '../../forbidden/doors/open-behind.ts'
import type { PoisonDoor } from '../poison-door.ts'

const ORACLE = {
  type: 'function',
  function: {
    name: 'oracle',
    description: 'Says something.',
    parameters: { type: 'object', properties: { say: { type: 'string' } } },
  },
}

/** `/v1/chat/completions`: a client puts it into a message, or into what his own tool has said. */
export const v1Door: PoisonDoor = {
  name: '/v1/chat/completions',
  carries: carrier => carrier !== 'a file' && carrier !== 'the name of a file' && carrier !== 'a fact',
  hears: false,
  every: 1,
  async suffer(attacks, { root, state, settings }) {
    const runtime = orThrow(await openBehind({ root, state, settings }))
    for (const { message, poison, carrier, answer } of attacks) {
      const key = {
        principal: 'user:local',
        credential: 'client',
        allow: [],
        approval: 'return',
        tools: [],
        session: 'sess_poison',
      } as const
      const { post } = await openEndpoint({ runtime, model: scripted([answer, 'Done.', 'Done.']), key: () => key })
      const call = { id: 'call_1', type: 'function', function: { name: 'oracle', arguments: '{}' } }
      const shown = [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: poison },
      ]
      const said = [{ role: 'user', content: message }, ...(carrier === 'the result of a tool' ? shown : [])]
      const { status } = await post({ tools: [ORACLE], messages: said })
      if (status !== 200) throw new Error(`the endpoint answered ${status}`)
      await post({ messages: [...said, { role: 'assistant', content: answer }, { role: 'user', content: 'Yes.' }] })
    }
    return []
  },
}
