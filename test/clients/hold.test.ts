import { describe, expect, onTestFinished, test } from 'vitest'
import { CLIENTS } from '../../bench/clients/clients.ts'
import { RESULT, TOOL_NAME, expectedCalls, startFaultyUpstream } from '../../bench/clients/faulty-upstream.ts'
import { serveEndpoint } from '../../bench/clients/serve-endpoint.ts'
import { ordinaryKey } from '../../src/surfaces/openai/index.ts'

describe.each(CLIENTS.map(client => [client.name, client] as const))('%s', (_, client) => {
  test.each([true, false])(
    'waits while a person decides, whatever the comments in between: stream %s',
    async stream => {
      const upstream = await startFaultyUpstream()
      const spec = `${upstream.url}#tags`
      const key = { ...ordinaryKey('test'), approval: 'hold', tools: [{ tools: '*', risk: 'destroy' }] } as const
      const endpoint = await serveEndpoint({ specs: [spec], key })
      const { approvals } = endpoint.runtime
      const decide = async (): Promise<void> => {
        for (const { id } of await approvals.pending())
          await approvals.decide(id, { state: 'approved', decidedBy: 'console', credential: 'person' })
      }
      const person = setInterval(() => void decide(), 100)
      onTestFinished(async () => {
        clearInterval(person)
        await endpoint.close()
        await upstream.close()
      })
      const ran = await client.run({ baseURL: endpoint.url, apiKey: 'key', model: spec, stream })
      expect(ran).toEqual({
        calls: expectedCalls('tags'),
        names: [TOOL_NAME],
        text: expect.stringContaining(RESULT),
        error: '',
      })
      expect(endpoint.runtime.ledger.unfinished()).toEqual([])
    },
  )
})
