import type { CDPSession } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { attempt, closing, completed, eventsOf, opening } from '../../web/test/fake-turn.ts'
import { withFakes } from './console-suite.ts'
import { until } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const PER_SECOND = 200
const SECONDS = 60
const TURNS = 60 // an hour, in turns of a minute, as fast as the page takes them
const LIMIT = 80_000_000 // bytes, after the browser has cleaned up
const MOST_AT_ONCE = 1_000

describe.skipIf(lacksBrowser)('an hour of 200 pieces a second', { timeout: 1_200_000 }, () => {
  const { world } = withFakes()

  test('leaves a page that needs less than 80 MB, and has lost no word', async () => {
    const { server, page } = await world()
    await page.getByLabel('Message', { exact: true }).waitFor()
    const tools = await page.context().newCDPSession(page)
    const sizes: number[] = []
    let id = 2_000_000
    const tell = (turn: string, parts: Parameters<typeof eventsOf>[1]): void => {
      for (const event of eventsOf(turn, parts, { first: id + 1 })) server.tell('session', { ...event, id: ++id })
    }
    for (let number = 1; number <= TURNS; number++) {
      const turn = `turn_${number}`
      tell(turn, [...opening(`Minute ${number}`), attempt(1)])
      let written = ''
      for (let piece = 0; piece < PER_SECOND * SECONDS; piece += MOST_AT_ONCE) {
        const texts = Array.from(
          { length: MOST_AT_ONCE },
          (_, index) => `w${piece + index}${index % 15 === 14 ? '.\n\n' : ' '}`,
        )
        written += texts.join('')
        tell(
          turn,
          texts.flatMap(text => [
            { type: 'attempt.output.delta', attempt: 1, text },
            { type: 'message.delta', text },
          ]),
        )
        await page.waitForTimeout(1)
      }
      tell(turn, [completed(1, 'answer'), ...closing(written)])
      const answer = page.locator(`[data-turn="${turn}"]`).getByTestId('answer')
      await answer.waitFor({ timeout: 60_000 })
      const shown = (await answer.textContent()) ?? ''
      expect(shown.trimEnd().endsWith(`w${PER_SECOND * SECONDS - 1}`)).toBe(true)
      expect(shown.match(/w\d/g)?.length).toBe(PER_SECOND * SECONDS)
      if (number % 10 === 0) sizes.push(await heapOf(tools))
    }
    await until(async () => (await page.getByTestId('answer').count()) > 0)
    process.stdout.write(
      `heap after 10, 20, … minutes: ${sizes.map(size => `${(size / 1e6).toFixed(1)} MB`).join(', ')}\n`,
    )
    expect(Math.max(...sizes)).toBeLessThan(LIMIT)
  })
})

async function heapOf(tools: CDPSession): Promise<number> {
  await tools.send('HeapProfiler.collectGarbage')
  return (await tools.send('Runtime.getHeapUsage')).usedSize
}
