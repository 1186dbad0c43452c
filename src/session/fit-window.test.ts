import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnTokens } from './fit-window.ts'
import { type Conversation, type Remembered, fitWindow, needsCompaction } from './index.ts'

const say = (turn: string, text: string): Remembered => ({ role: 'user', text, turn })
const answer = (turn: string, text: string): Remembered => ({ role: 'assistant', text, turn })
const conversation = (messages: readonly Remembered[], knowledge: readonly string[] = []): Conversation => ({
  id: 's',
  knowledge,
  messages,
  turns: 1,
})
const TURNS = ['t1', 't2', 't3'].map(turn => [say(turn, `question of ${turn}`), answer(turn, `answer of ${turn}`)])
const MESSAGES = TURNS.flat()
const ONE_TURN = turnTokens(TURNS[0]!)

describe('the window', () => {
  test('shows everything while there is room', () => {
    const fitted = fitWindow(conversation(MESSAGES, ['before']), { limitTokens: 1_000, reservedTokens: 100 })
    expect(fitted).toMatchObject({ knowledge: ['before'], messages: MESSAGES, dropped: 0, droppedKnowledge: 0 })
    expect(fitted.pressure).toBeLessThan(0.3)
  })

  test('keeps whole turns from the newest back, without a gap', () => {
    const budget = { limitTokens: 100 + 2 * ONE_TURN + 1, reservedTokens: 100 }
    expect(fitWindow(conversation(MESSAGES), budget)).toMatchObject({
      messages: [...TURNS[1]!, ...TURNS[2]!],
      dropped: 2,
    })
    const long = [...TURNS[0]!, say('t2', 'x '.repeat(1_000)), ...TURNS[2]!]
    expect(fitWindow(conversation(long), budget)).toMatchObject({ messages: TURNS[2], dropped: 3 })
  })

  test('summaries come first and are never more than half of the room; the newest count', () => {
    const knowledge = Array.from({ length: 50 }, (_, n) => `What was said in part ${n} of this long conversation.`)
    const fitted = fitWindow(conversation(MESSAGES, knowledge), { limitTokens: 400, reservedTokens: 100 })
    expect(fitted.knowledge).toEqual(knowledge.slice(-fitted.knowledge.length))
    expect(fitted.droppedKnowledge).toBe(50 - fitted.knowledge.length)
    expect(fitted.droppedKnowledge).toBeGreaterThan(0)
    expect(fitted.messages.length).toBeGreaterThan(0)
  })

  test('never takes more than the room, and the pressure tells how much all would take', () => {
    const text = fc.string({ maxLength: 200 })
    const messages = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), text), { maxLength: 40 })
    fc.assert(
      fc.property(messages, fc.array(text, { maxLength: 10 }), fc.nat(3_000), (said, knowledge, limitTokens) => {
        const all = said.toSorted(([a], [b]) => a - b).map(([turn, words]) => say(`t${turn}`, words))
        const {
          messages: shown,
          dropped,
          pressure,
        } = fitWindow(conversation(all, knowledge), { limitTokens, reservedTokens: 200 })
        expect(shown).toEqual(all.slice(dropped))
        expect(shown.length === 0 || turnTokens(shown) + 200 <= limitTokens).toBe(true)
        expect(dropped === 0 || pressure > 1).toBe(true)
        expect(dropped === 0 || all[dropped - 1]?.turn !== all[dropped]?.turn).toBe(true)
      }),
    )
  })

  test.each([0, -5, Number.NaN])('a model that reads %s tokens has no room at all', limitTokens => {
    const fitted = fitWindow(conversation(MESSAGES), { limitTokens, reservedTokens: 10 })
    expect([fitted.messages, needsCompaction(fitted.pressure)]).toEqual([[], true])
  })
})

describe('[MEM-19] compaction', () => {
  test.each([
    [0.89, false],
    [0.8999, false],
    [0.9, true],
    [0.91, true],
    [Number.NaN, true],
  ])('a pressure of %s: %s', (pressure, wanted) => {
    expect(needsCompaction(pressure)).toBe(wanted)
  })

  test('is due at 90 % of what the model reads, counted with what is reserved, and not at 89 %', () => {
    const used = turnTokens(MESSAGES)
    const at = (share: number): boolean => {
      const reservedTokens = 10_000 * share - used
      return needsCompaction(fitWindow(conversation(MESSAGES), { limitTokens: 10_000, reservedTokens }).pressure)
    }
    expect([at(0.89), at(0.9)]).toEqual([false, true])
  })
})
