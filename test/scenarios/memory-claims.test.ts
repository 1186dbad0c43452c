import { describe, expect, test } from 'vitest'
import { play } from './play.ts'

describe('what an answer says of the memory', () => {
  test('[GAPS-03] is shown with a remark if the memory keeps nothing of the turn', async () => {
    const { report, code, text } = await play({
      message: 'What is a haiku?',
      replies: ["I've saved that to memory."],
    })
    expect([code, text]).toEqual([null, "I've saved that to memory."])
    expect(report.evidence).toMatchObject({
      verdict: null,
      remarks: [expect.stringMatching(/^says it saved that to memory; no .*save.* ran$/)],
    })
  })

  test('[MEM-02] is shown without one if it is stored after the turn', async () => {
    const { report, code, runtime } = await play({
      message: 'Remember that I like pie.',
      replies: ["I've saved that to memory."],
    })
    expect([code, report.text, report.evidence?.remarks]).toEqual([null, "I've saved that to memory.", []])
    expect((await runtime.facts.list({ limit: 9 })).map(({ text }) => text)).toEqual(['I like pie'])
  })

  test('[MEM-04] is shown with a remark, before the question, if the person is only asked', async () => {
    const { report, code, runtime } = await play({
      message: 'Remember that I live in Oslo 7.',
      replies: ["I've saved it to memory."],
    })
    expect([code, report.evidence?.remarks.length]).toEqual([null, 1])
    expect(report.text).toBe("I've saved it to memory.\n\nShould I remember “I live in Oslo 7”?")
    expect(await runtime.facts.list({ limit: 9 })).toEqual([])
  })
})
