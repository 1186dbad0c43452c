import { expect, test } from 'vitest'
import { textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { openRuntime, unknownOutcomes } from '../../src/runtime/index.ts'
import { configWith, testWorkspace } from '../open-test-runtime.ts'
import { entriesOf } from '../scenarios/play.ts'
import { BERN, USER, WEATHER, at, callsIn, message, meta, openEndpoint } from './endpoint.ts'

test('the outcome of a call that an earlier process handed over is recorded by a later one', async () => {
  const place = { ...testWorkspace(), trust: 'Provisional', config: configWith() } as const
  const before = await openRuntime(place)
  if (!before.ok) throw new Error(before.error.message)
  const model = scripted([{ calls: [{ name: 'get_weather', arguments: BERN }] }, 'Sunny.'], {
    can: { nativeTools: true },
  })
  const first = await openEndpoint({ model, runtime: before.value })
  const { body } = await first.post({ messages: [USER], tools: [WEATHER] })
  const [call] = callsIn(body)
  await before.value.close()

  const second = await openEndpoint({ model, options: { root: place.root, state: place.state } })
  expect(second.runtime.ledger.unfinished().map(each => each.call)).toEqual([call?.id])
  // The client may still report it, so it is no call that a crash has left.
  expect(await unknownOutcomes({ ledger: second.runtime.ledgerOptions, root: place.root })).toEqual([])
  const result = { role: 'tool', tool_call_id: call?.id ?? '', content: 'sunny' }
  const answer = await second.post({ messages: [USER, message(body), result], tools: [WEATHER] })
  const receipt = second.runtime.ledger.findReceipt(textOf(at(meta(answer.body), 'outcomes', 0, 'receipt')))
  expect(receipt).toMatchObject({
    tool_id: 'get_weather',
    inputs: BERN,
    outputs: { text: 'sunny' },
    turn_id: meta(body)['turn'],
  })
  expect(second.runtime.ledger.unfinished()).toEqual([])
  expect(entriesOf(second.runtime).filter(({ type }) => type === 'outcome')).toHaveLength(1)
})
