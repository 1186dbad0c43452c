import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CAPABILITIES, type JsonObject, isJsonList, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { PREFIXES } from '../../src/policy/index.ts'
import { scripted } from '../../src/providers/index.ts'
import type { AttemptStats } from '../../src/surfaces/http/shapes.ts'
import { followEvents, startTestServer } from '../http-server.ts'
import { countingTool } from '../open-test-runtime.ts'

const objects = (value: JsonObject[string] | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter(isJsonObject) : []

describe('why a tool is offered or not', () => {
  test('is the same, word for word, as what the turn itself went by: for every tool and every intent', async () => {
    const started = await startTestServer({ models: { main: scripted(Array.from({ length: 30 }, () => 'I see.')) } })
    const { api } = started
    const tools = objects((await api('GET', '/api/tools')).json['tools']).map(({ name }) => textOf(name))
    const told: unknown[] = []
    const decided: unknown[] = []
    for (const prefix of Object.keys(PREFIXES)) {
      const message = `/${prefix} what is the lighthouse about`
      const { json, text } = await api('POST', '/api/ai/chat', {
        message,
        session_id: `sess_${prefix}`,
        allow: CAPABILITIES,
      })
      expect(text).not.toContain('"error"')
      const feed = await followEvents(started, `/api/sessions/sess_${prefix}/events?after=0`)
      const { data } = await feed.until(({ name }) => name === 'policy.decided')
      feed.close()
      const [allowed, withheld] = [isJsonList(data['allowed']) ? data['allowed'] : [], objects(data['withheld'])]
      expect(textOf(json['turn'])).toBe(textOf(data['turn_id']))
      for (const tool of tools) {
        const why = (await api('GET', `/api/tools/${tool}/why?message=${encodeURIComponent(message)}`)).json
        const because = withheld.find(each => each['tool'] === tool)?.['because']
        const ofMessage = isJsonObject(why['message']) ? why['message'] : {}
        decided.push([
          prefix,
          tool,
          allowed.includes(tool),
          because === undefined ? null : `${PREFIXES[prefix]}: ${textOf(because)}`,
        ])
        told.push([prefix, tool, ofMessage['offered'], ofMessage['offered'] === true ? null : ofMessage['rule']])
      }
    }
    expect(told.length).toBeGreaterThan(100)
    expect(told).toEqual(decided)
  })
})

describe('success rates', () => {
  const LOOK = {
    name: 'look',
    risk: 'read',
    capability: 'FileAccess',
    input: {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
      additionalProperties: false,
    },
  } as const
  const good = JSON.stringify({ type: 'tool_call', name: 'look', args: { path: 'a' } })
  const repaired = good.replaceAll('"', "'")
  const unknown = good.replace('look', 'peek')
  const wrong = good.replace('path', 'place')
  const KINDS: readonly (readonly string[])[] = [
    [good, 'One.'],
    [repaired, 'Two.'],
    [unknown, good, 'Three.'],
    [wrong, unknown, good, 'Four.'],
    [unknown, unknown, wrong],
    ['Nothing to call.'],
  ]

  type Counts = {
    first: number
    fixed: number
    repaired: number
    never: number
    answers: number
    failures: Record<string, number>
  }

  /** By hand, from the lines that anybody can take away: a call is a reply with the corrections behind it. */
  function recount(lines: readonly JsonObject[]): Counts {
    const counts: Counts = { first: 0, fixed: 0, repaired: 0, never: 0, answers: 0, failures: {} }
    const calls: JsonObject[][] = []
    for (const line of lines) {
      if (line['outcome'] === 'answer') counts.answers += 1
      else if (line['purpose'] === 'reply') calls.push([line])
      else calls.at(-1)?.push(line)
    }
    for (const [reply, ...corrections] of calls) {
      const hasFixups = isJsonList(reply?.['fixups']) && reply['fixups'].length > 0
      if (reply?.['outcome'] === 'accepted') counts[hasFixups ? 'fixed' : 'first'] += 1
      else {
        const code = textOf(reply?.['first_failure'])
        counts.failures[code] = (counts.failures[code] ?? 0) + 1
        counts[corrections.some(({ outcome }) => outcome === 'repaired') ? 'repaired' : 'never'] += 1
      }
    }
    return counts
  }

  /** Wilson's interval as the textbook has it: the two shares p with |p̂ − p| = z √(p(1 − p)/n), found by halving. */
  function reference(n: number, total: number): readonly [number, number] {
    const z = 1.959963984540054
    const share = n / total
    const isOut = (p: number): boolean => Math.abs(share - p) > z * Math.sqrt((p * (1 - p)) / total)
    const edge = (outside: number): number => {
      let [out, within] = [outside, share]
      for (let step = 0; step < 60; step++) {
        const middle = (out + within) / 2
        if (isOut(middle)) out = middle
        else within = middle
      }
      return Math.round(within * 10_000) / 10_000
    }
    return [n === 0 ? 0 : edge(0), n === total ? 1 : edge(1)]
  }

  test.each([
    [12, true],
    [72, false],
  ])(
    'equal a recount of what can be exported, for %i turns, with the intervals of the textbook; few are marked: %s',
    async (turns, few) => {
      const script = Array.from({ length: turns }, (_, index) => KINDS[(index * 5) % KINDS.length] ?? [])
      const { api } = await startTestServer({ tools: [countingTool(LOOK)], models: { main: scripted(script.flat()) } })
      for (const index of script.keys())
        await api('POST', '/api/ai/chat', {
          message: 'look',
          session_id: `sess_${index}`,
          profile: 'lenient',
          allow: ['FileAccess'],
        })
      const text = (await api('GET', '/api/attempts/export')).text
      const lines = text.split('\n').flatMap(line => [parseJsonText(line)].filter(each => isJsonObject(each)))
      const counted = recount(lines)
      const total = counted.first + counted.fixed + counted.repaired + counted.never
      const { models } = (await api('GET', '/api/attempts/stats')).json as unknown as AttemptStats
      expect(models).toHaveLength(1)
      const [stats] = models
      const share = (n: number): object => ({
        n,
        share: Math.round((n / total) * 10_000) / 10_000,
        interval: reference(n, total),
      })
      expect(stats).toMatchObject({
        attempts: total,
        first_try: share(counted.first),
        after_fixup: share(counted.fixed),
        after_repair: share(counted.repaired),
        rejected: share(counted.never),
        first_failures: counted.failures,
        answers: counted.answers,
        too_few: few,
      })
      expect([counted.first, counted.fixed, counted.repaired, counted.never].every(n => n > 0)).toBe(true)
    },
  )
})

describe('tokens and codes', () => {
  test('stand in no file of the workspace or the state folder, and no page tells another where it was', async () => {
    const { api, token, root, state, server, as } = await startTestServer({ models: { main: scripted(['Hello.']) } })
    const code = server.address().split('#code=')[1] ?? ''
    await api('POST', '/api/ai/chat', { message: `My token is ${token}, keep it.` })
    await as('cs_madeup')('GET', '/api/me')
    const files = [root, state].flatMap(folder =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name)),
    )
    expect(files.length).toBeGreaterThan(3)
    for (const file of files)
      for (const secret of [token, code])
        expect({ file, holds: readFileSync(file).includes(secret) }).toEqual({ file, holds: false })
    expect((await api('GET', '/api/me')).headers.get('referrer-policy')).toBe('no-referrer')
  })
})
