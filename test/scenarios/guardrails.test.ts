import { describe, expect, test } from 'vitest'
import { call, entriesOf, play, readNotes } from './play.ts'

describe('a model that goes in circles', () => {
  test('[GUARD-03] the third identical call is overridden, with other calls between it is not', async () => {
    const circles = await play({ replies: [readNotes, readNotes, readNotes, 'Enough.'] })
    expect(circles.faults).toEqual(['loop_override'])
    const list = call('file_list', { path: '.' })
    const wanders = await play({ replies: [readNotes, list, readNotes, 'Enough.'] })
    expect(wanders.faults).toEqual([])
  })

  test('[GUARD-04] the override is an object with the signature and the forbidden action; the rules stay as they were', async () => {
    const { events, model } = await play({ replies: [readNotes, readNotes, readNotes, 'Enough.'] })
    const override = events.flatMap(event => (event.type === 'gate.decided' && event.override ? [event.override] : []))
    expect(override).toMatchObject([{ override: { tool: 'file_read', signature: expect.any(String) } }])
    expect(new Set(model.requests.map(({ messages }) => messages[0]?.content)).size).toBe(1)
  })

  test('[GUARD-05] once more, and the turn ends as SYSTEM_ERROR with the signature on record', async () => {
    const { report, runtime, executed } = await play({
      replies: [readNotes, readNotes, readNotes, readNotes, 'Never said.'],
    })
    expect(report.stopped).toMatchObject({ code: 'system_error', status: 'SYSTEM_ERROR' })
    expect(executed.length).toBeLessThanOrEqual(2)
    expect(JSON.stringify(entriesOf(runtime))).toContain('signature')
  })
})

describe('a path that comes from nowhere', () => {
  const replies = [call('file_read', { path: 'nowhere/made-up.md' }), 'There is no such file.']
  const watch = (model: string) => ({ 'agent.hallucination_detection': true, 'agent.reasoning_models': [model] })
  const noted = async (settings: ReturnType<typeof watch>) => {
    const { runtime, executed } = await play({ replies, settings })
    const audits = entriesOf(runtime).flatMap(({ body }) => body['audit'] ?? [])
    return { executed, audits: JSON.stringify(audits) }
  }

  test('[HALL-01] [HALL-04] is noted for a model that the configuration names, and the call runs', async () => {
    const { executed, audits } = await noted(watch('script*'))
    expect(executed).toEqual(['file_read'])
    expect(audits).toContain('"HallucinationSuspect":"path nowhere/made-up.md"')
  })

  test('[HALL-01] is not noted for any other model', async () => {
    const { executed, audits } = await noted(watch('o3'))
    expect(executed).toEqual(['file_read'])
    expect(audits).not.toContain('HallucinationSuspect')
  })
})
