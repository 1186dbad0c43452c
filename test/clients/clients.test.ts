import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS, type Client } from '../../bench/clients/clients.ts'
import {
  FAULTS,
  RESULT,
  TOOL_NAME,
  type Sight,
  type Upstream,
  expectedCalls,
  startFaultyUpstream,
} from '../../bench/clients/faulty-upstream.ts'
import { type Endpoint, serveEndpoint } from '../../bench/clients/serve-endpoint.ts'
import { verifyAll } from '../../src/ledger/index.ts'
import { attemptsOf, entriesOf } from '../scenarios/play.ts'

const CASES = Object.keys(FAULTS).flatMap(fault => [true, false].map(stream => [fault, stream] as const))

/** Both kinds of model behind the endpoint: one that reads, and one that only looks who spoke last. */
const SIGHTS: readonly Sight[] = ['words', 'roles']

describe.each(SIGHTS)('in front of a faulty server that sees %s', sight => {
  let upstream: Upstream
  let endpoint: Endpoint

  beforeAll(async () => {
    upstream = await startFaultyUpstream(sight)
    endpoint = await serveEndpoint({ specs: Object.keys(FAULTS).map(fault => `${upstream.url}#${fault}`) })
  })
  afterAll(async () => {
    await endpoint.close()
    await upstream.close()
  })

  describe.each(CLIENTS.map(client => [client.name, client] as const))('%s', (_, client) => {
    // One mode for each sight is enough: what is read there does not depend on how it is sent on.
    const cases = CASES.filter(([, stream]) => stream === (sight === 'words'))
    test.each(cases)('every intended call runs once with the right arguments: %s, stream %s', async (fault, stream) => {
      const ran = await run(client, { fault, stream })
      const calls = expectedCalls(fault)
      // What only speaks of a call reaches the client as the words that it is.
      const text = calls.length > 0 ? expect.stringContaining(RESULT) : expect.stringMatching(/\w{3}/)
      expect(ran).toEqual({ calls, names: calls.map(() => TOOL_NAME), text, error: '' })
    })
  })

  test('every call was recorded before it was handed over, and its outcome once the client told it', () => {
    const entries = entriesOf(endpoint.runtime)
    const intents = entries.filter(({ type }) => type === 'intent')
    const outcomes = entries.filter(({ type }) => type === 'outcome')
    expect(intents.length).toBeGreaterThan(0)
    expect(outcomes.length).toBe(intents.length)
    expect(endpoint.runtime.ledger.unfinished()).toEqual([])
    const handed = attemptsOf(endpoint.runtime).filter(({ result }) => result === 'handed_over')
    expect(handed.length).toBe(intents.length)
    expect(verifyAll(endpoint.runtime.ledgerOptions).failed).toEqual([])
  })

  const run = (client: Client, { fault, stream }: { fault: string; stream: boolean }): ReturnType<Client['run']> =>
    client.run({ baseURL: endpoint.url, apiKey: 'key', model: `${upstream.url}#${fault}`, stream })
})

describe('without us', () => {
  const [openai] = CLIENTS
  test('most of the same calls are lost', async () => {
    const upstream = await startFaultyUpstream()
    const kept: string[] = []
    for (const fault of Object.keys(FAULTS)) {
      const ran = await openai?.run({ baseURL: upstream.url, apiKey: 'key', model: fault, stream: false })
      if (JSON.stringify(ran?.calls) === JSON.stringify(expectedCalls(fault))) kept.push(fault)
    }
    await upstream.close()
    expect(kept).toContain('none')
    expect(kept.length).toBeLessThan(Object.keys(FAULTS).length / 2)
  })
})
