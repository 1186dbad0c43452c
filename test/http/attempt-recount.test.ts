import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type JsonObject, isJsonList, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { startTestServer } from '../http-server.ts'

const call = (name: string, args: JsonObject): string => JSON.stringify({ type: 'tool_call', name, args })
const READ = call('file_read', { path: 'a.md' })
const FENCED = `\`\`\`json\n{"type":"tool_call","name":"file_read","args":{"path":"a.md",}}\n\`\`\``
const UNKNOWN = call('file_frobnicate', {})
const WRONG = call('file_read', { max: 'ten' })

/** Each list is a turn, and ends with prose. */
const TURNS = [
  [READ, 'one'],
  [FENCED, 'two'],
  [UNKNOWN, READ, 'three'],
  [WRONG, UNKNOWN, READ, 'four'],
  [UNKNOWN, 'five'],
  [READ, 'six'],
  ['seven'],
]

test('the statistics are what somebody counts who has only the export', async () => {
  const { api, root } = await startTestServer({ models: { main: scripted(TURNS.flat()) } })
  writeFileSync(join(root, 'a.md'), 'one line\n')
  for (const [index] of TURNS.entries())
    await api('POST', '/api/ai/chat', {
      message: `What does a.md say, for the ${index}th time?`,
      session_id: `sess_${index}`,
      profile: 'lenient',
    })
  const { models } = (await api('GET', '/api/attempts/stats')).json
  const told = isJsonList(models) ? models.filter(isJsonObject) : []
  const lines = (await api('GET', '/api/attempts/export')).text
    .trim()
    .split('\n')
    .map(parseJsonText)
    .filter(isJsonObject)
  expect(told).toHaveLength(1)
  const shares = ['first_try', 'after_fixup', 'after_repair', 'rejected'].map(key => {
    const share = told[0]?.[key]
    return isJsonObject(share) ? share['n'] : null
  })
  expect(shares).toEqual(recount(lines))
  expect(shares).toEqual([2, 1, 2, 1])
  expect(told[0]?.['attempts']).toBe(6)
  expect(told[0]?.['first_failures']).toEqual({ tool_call_unknown_tool: 2, tool_call_invalid_args: 1 })
  const byDay = (await api('GET', '/api/attempts/stats?split=day')).json['models']
  const days = isJsonList(byDay) ? byDay.filter(isJsonObject) : []
  expect(days.reduce((sum, { attempts }) => sum + Number(attempts), 0)).toBe(6)
  expect(days.map(({ day }) => textOf(day))).toEqual(
    [...new Set(lines.map(({ ts }) => textOf(ts).slice(0, 10)))].slice(-days.length),
  )
})

/** With nothing of ours: a turn's replies in order, until the first call that could be run. */
function recount(lines: readonly JsonObject[]): readonly number[] {
  const counts = { first: 0, fixed: 0, repaired: 0, never: 0 }
  for (const turn of new Set(lines.map(line => textOf(line['turn_id'])))) {
    const replies = lines.filter(line => line['turn_id'] === turn)
    const refused = replies.findIndex(({ outcome }) => outcome === 'rejected')
    const good = replies.findIndex(({ outcome }) => outcome === 'accepted' || outcome === 'repaired')
    if (good < 0 && refused < 0) continue
    if (good < 0) counts.never += 1
    else if (refused >= 0 && refused < good) counts.repaired += 1
    else if (isJsonList(replies[good]?.['fixups']) && replies[good]['fixups'].length > 0) counts.fixed += 1
    else counts.first += 1
  }
  return Object.values(counts)
}
