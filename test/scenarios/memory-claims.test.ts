import { describe, expect, test } from 'vitest'
import { play } from './play.ts'

describe('what an answer says of the memory', () => {
  test('[GAPS-03] is withheld if the memory keeps nothing of the turn', async () => {
    const { report, code } = await play({
      message: 'What is a haiku?',
      replies: ["I've saved that to memory.", 'Memory updated.'],
    })
    expect(code).toBe('evidence_failed')
    expect(report.evidence?.findings).toMatchObject([{ code: 'memory_claim_unbacked', holds: false }])
  })

  test('[MEM-02] is delivered if it is stored after the turn', async () => {
    const { report, code, runtime } = await play({
      message: 'Remember that I like pie.',
      replies: ["I've saved that to memory."],
    })
    expect([code, report.text]).toEqual([null, "I've saved that to memory."])
    expect((await runtime.facts.list({ limit: 9 })).map(({ text }) => text)).toEqual(['I like pie'])
  })

  test('[MEM-04] is sent back if the person is only asked, and the better answer stands before the question', async () => {
    const { report, code, runtime } = await play({
      message: 'Remember that I live in Oslo 7.',
      replies: ["I've saved it to memory.", 'Oslo is a fine city.'],
    })
    expect(code).toBeNull()
    expect(report.text).toBe('Oslo is a fine city.\n\nShould I remember “I live in Oslo 7”?')
    expect(await runtime.facts.list({ limit: 9 })).toEqual([])
  })

  test('foreseeing it stores and asks nothing twice', async () => {
    const { runtime } = await play({ message: 'Remember that I live in Oslo 7.', replies: ["I'll remember that."] })
    expect((await runtime.facts.pending()).map(({ text }) => text)).toEqual(['I live in Oslo 7'])
  })
})
