import { afterAll, describe, expect, test } from 'vitest'
import { type Json, isJsonObject, parseJsonText } from '../../src/core/index.ts'
import { configShape } from '../../src/runtime/index.ts'
import { commandLine } from '../command-line.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { runs, sampled } from '../soak-scale.ts'
import { lacksSandbox } from '../system-needs.ts'
import type { Row } from './row.ts'
import { FILE_ROWS } from './rows-file.ts'
import { JUDGE_ROWS } from './rows-judge.ts'
import { PROVIDER_ROWS } from './rows-provider.ts'
import { SERVER_ROWS } from './rows-server.ts'
import { SHELL_ROWS } from './rows-shell.ts'
import { TURN_ROWS } from './rows-turn.ts'
import { WEB_ROWS } from './rows-web.ts'

const QUICK = [...TURN_ROWS, ...FILE_ROWS, ...JUDGE_ROWS, ...WEB_ROWS]
/** They start processes, or wait for time limits. */
const SLOW = [...PROVIDER_ROWS, ...SERVER_ROWS]
const ROWS = [...QUICK, ...SLOW, ...SHELL_ROWS]
const { keys } = configShape()
const LATER = [...keys.values()].filter(({ setting }) => setting.notYet)

/** Turning a feature on that this version does not have: the switch, or a word that means it. */
const TURNED_ON: Readonly<Record<string, Json>> = {
  'agent.tool_filter.enabled': true,
  'tools.dependencies.enabled': true,
  'memory.write_path': 'tool',
  'evidence.judge': 'ollama:qwen3:4b',
}
const switchOf = (key: string): string => (key in TURNED_ON ? key : `${key.slice(0, key.lastIndexOf('.'))}.enabled`)

/** Of the slow ones; `npm run soak` turns all keys and prints what was seen. */
const EVERY = 8
const list: string[] = []
afterAll(() => {
  if (runs(0, 1) === 1) process.stdout.write(`${list.join('\n')}\n`)
})

const byKey = (rows: readonly Row[]): (readonly [string, Row])[] => rows.map(row => [row.key, row])

async function isSeen(key: string, { value, entry, shows, beside, observe }: Row): Promise<void> {
  const seen = [await observe({ ...beside }), await observe({ ...beside, [key]: value })]
  expect(seen).toEqual(shows)
  expect(seen[0]).not.toEqual(seen[1])
  list.push(`${key} = ${JSON.stringify(value)} | ${entry} | ${JSON.stringify(seen[0])} → ${JSON.stringify(seen[1])}`)
}

describe('every key of the configuration', () => {
  test('has a row in one of the tables, or belongs to a feature of a later version', () => {
    const listed = [...ROWS, ...LATER].map(({ key }) => key)
    expect(listed.toSorted()).toEqual([...keys.keys()].toSorted())
  })

  test.each(byKey([...sampled(QUICK, 3), ...sampled(SLOW, EVERY)]))('makes a difference: %s', isSeen)
  test.skipIf(lacksSandbox).each(byKey(sampled(SHELL_ROWS, EVERY)))('makes a difference: %s', isSeen)

  test.each(LATER.map(({ key }) => [key]))('is refused when its feature is turned on: %s', async key => {
    const { root, state } = testWorkspace()
    const turned = switchOf(key)
    const value = JSON.stringify(TURNED_ON[turned])
    const set = ['config', 'set', turned, value.replaceAll('"', ''), '--workspace', root, '--json']
    const { code, out, err } = await commandLine(set, { environment: { COUNTERSIGN_STATE: state } })
    expect([code, out + err]).toEqual([3, expect.stringContaining('not_in_this_version')])
  })

  test('is taken from its environment variable', async () => {
    const { root, state } = testWorkspace()
    const named = ROWS.map(({ key, value }) => [
      keys.get(key)?.variable ?? '',
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    const environment = { COUNTERSIGN_STATE: state, HOME: state, ...Object.fromEntries(named) }
    const args = ['config', 'print', '--json', '--show-origin', '--workspace', root]
    const { out, err } = await commandLine(args, { environment })
    expect(err).toBe('')
    const printed = parseJsonText(out)
    const flat = printed !== undefined && isJsonObject(printed) ? printed : {}
    for (const { key, value } of ROWS)
      expect([key, flat[key]]).toEqual([key, { value, origin: `env:${keys.get(key)?.variable}` }])
  })
})
