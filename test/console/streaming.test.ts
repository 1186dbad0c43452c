import type { TurnView } from 'shapes'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventsOf, opening, turnOf } from '../../web/test/fake-turn.ts'
import { runs } from '../soak-scale.ts'
import { withFakes } from './console-suite.ts'
import { until } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const PER_SECOND = 200
const SECONDS = 60
const LIVE_SECONDS = runs(6, SECONDS) // what came before comes as fast as it can
const ROUNDS = 3 // the machine may have other things to do in one of them
const FIRST_ID = 2_000_000

describe.skipIf(lacksBrowser)('a minute of 200 pieces a second', { timeout: 240_000 }, () => {
  const { world } = withFakes()
  test('leaves the composer quick: 19 of 20 keys are on the screen within 50 ms', async () => {
    const turn: TurnView = {
      ...turnOf('turn_1', eventsOf('turn_1', opening('Tell me a long story'))),
      state: 'running',
    }
    const { server, page } = await world({ turns: [turn] })
    await page.getByTestId('stage-router').waitFor()
    let id = FIRST_ID
    const tell = (count: number): void => {
      for (let piece = 0; piece < count; piece++)
        server.tell('session', { id: ++id, type: 'message.delta', turn_id: 'turn_1', text: `word${id} ` })
    }
    for (let second = 0; second < SECONDS - LIVE_SECONDS; second++) {
      tell(PER_SECOND)
      await page.waitForTimeout(10)
    }
    const pump = setInterval(() => tell(PER_SECOND / 20), 50)
    onTestFinished(() => clearInterval(pump))
    await page.locator('.draft').waitFor()
    await until(
      async () =>
        ((await page.locator('.draft').textContent()) ?? '').length > (SECONDS - LIVE_SECONDS) * PER_SECOND * 11,
    )
    await page.evaluate(watchKeys)
    await page.getByLabel('Message', { exact: true }).focus()
    const rounds: number[] = []
    let typed = 0
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now()
      for (; performance.now() - started < (LIVE_SECONDS * 1_000) / ROUNDS; typed++) {
        await page.keyboard.press('a')
        await page.waitForTimeout(50)
      }
      const delays = await page.evaluate(() => (Reflect.get(globalThis, 'delays') as number[]).splice(0))
      rounds.push(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? Infinity)
    }
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('a'.repeat(typed))
    expect(Math.min(...rounds)).toBeLessThan(50)
  })
})

/** From the moment in which the key was pressed, as the browser tells it, until its letter has been drawn. */
function watchKeys(): void {
  const delays: number[] = []
  Object.assign(globalThis, { delays })
  document.querySelector('#message')?.addEventListener('input', event => {
    requestAnimationFrame(() => setTimeout(() => delays.push(performance.now() - event.timeStamp)))
  })
}
