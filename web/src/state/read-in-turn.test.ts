import { expect, test } from 'vitest'
import { readInTurn } from './read-in-turn.ts'

/** Each question waits until it is answered by hand. */
function questions(): {
  readonly once: Parameters<typeof readInTurn>[0]
  readonly answer: () => Promise<void>
  readonly told: boolean[]
} {
  const open: (() => void)[] = []
  const told: boolean[] = []
  const once = async (isNewest: () => boolean): Promise<void> => {
    await new Promise<void>(resolve => open.push(resolve))
    told.push(isNewest())
  }
  const answer = async (): Promise<void> => {
    open.shift()?.()
    await new Promise(resolve => setTimeout(resolve))
  }
  return { once, answer, told }
}

test('a hundred pieces of news while one question is under way are one more question, and none is lost', async () => {
  const { once, answer, told } = questions()
  const { read } = readInTurn(once)
  const asked = Array.from({ length: 100 }, () => read())
  await answer()
  expect(told).toEqual([true])
  await answer()
  await Promise.all(asked)
  expect(told).toEqual([true, true])
  void read()
  await answer()
  expect(told.length).toBe(3)
})

test('who does not answer is overtaken, and what he says later does not count', async () => {
  const { once, answer, told } = questions()
  let time = 0
  const { read } = readInTurn(once, () => time)
  void read()
  time = 6000
  const second = read()
  await answer()
  await answer()
  await second
  expect(told).toEqual([false, true])
})

test('after a stop nothing that is under way counts, and a new question does', async () => {
  const { once, answer, told } = questions()
  const { read, stop } = readInTurn(once)
  void read()
  stop()
  await answer()
  void read()
  await answer()
  expect(told).toEqual([false, true])
})
