import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, readNotes } from '../../../../test/scenarios/play.ts'
import { openTestRuntime } from '../../../../test/open-test-runtime.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'
import { type ScriptedReply, scripted } from '../../../providers/index.ts'
import { runTurn } from '../../../runtime/index.ts'
import { readSince } from './since.ts'

type Talk = { readonly id: string; readonly turns: readonly (readonly ScriptedReply[])[] }

/** Real turns of models that say what they are told to, in a folder whose log the command then reads. */
async function talkedIn(...talks: readonly Talk[]): Promise<WorkFolder> {
  const folder = workFolder()
  folder.write('notes.md', 'The lighthouse burned all night.\n')
  const runtime = await openTestRuntime({ root: folder.root, state: folder.state })
  for (const { id, turns } of talks)
    for (const replies of turns)
      await runTurn(
        { message: 'Read the file notes.md.', model: scripted(replies, { id }), allow: ['FileAccess'] },
        runtime,
      )
  await runtime.ledger.flush()
  return folder
}

const FENCED = `\`\`\`json\n${readNotes}\n\`\`\``
const WITHOUT_PATH = call('file_read', {})

const good: Talk = {
  id: 'good',
  turns: [
    [readNotes, 'It burned.'],
    [readNotes, 'It burned.'],
  ],
}
const mixed: Talk = {
  id: 'mixed',
  turns: [
    [readNotes, 'It burned.'],
    [FENCED, 'It burned.'],
    [WITHOUT_PATH, readNotes, 'It burned.'],
    [call('no_such_tool', {}), call('no_such_tool', {}), call('no_such_tool', {})],
    ['There is nothing to read.'],
  ],
}

/** As many of each ending as of no other, so that none is taken for another. */
const uneven: Talk = {
  id: 'uneven',
  turns: [
    ...Array.from({ length: 4 }, () => [readNotes, 'It burned.']),
    ...Array.from({ length: 3 }, () => [FENCED, 'It burned.']),
    ...Array.from({ length: 2 }, () => [WITHOUT_PATH, readNotes, 'It burned.']),
    [call('no_such_tool', {}), call('no_such_tool', {}), call('no_such_tool', {})],
  ],
}

describe('countersign stats', () => {
  test('[AUDIT-08] prints for each model how many calls were valid at once, after a fixup, after a repair, and never', async () => {
    const folder = await talkedIn(good, mixed, uneven)
    const { code, value } = await folder.json('stats')
    expect(code).toBe(0)
    expect(value).toMatchObject({
      since: null,
      models: [
        {
          model: 'good',
          profile: 'lenient',
          attempts: 2,
          first_try: { n: 2, share: 1 },
          rejected: { n: 0, share: 0 },
          answers: 2,
        },
        {
          model: 'mixed',
          profile: 'lenient',
          attempts: 4,
          first_try: { n: 1, share: 0.25, interval: [0.0456, 0.6994] },
          after_fixup: { n: 1 },
          after_repair: { n: 1 },
          rejected: { n: 1 },
          first_failures: { tool_call_unknown_tool: 1, tool_call_invalid_args: 1 },
          answers: 4,
          too_few: true,
        },
        {
          model: 'uneven',
          attempts: 10,
          first_try: { n: 4, share: 0.4 },
          after_fixup: { n: 3, share: 0.3 },
          after_repair: { n: 2, share: 0.2 },
          rejected: { n: 1, share: 0.1 },
        },
      ],
    })
  })

  test('[AUDIT-08] the table names rates and first failures, marks what is too few, and fits 80 columns', async () => {
    const folder = await talkedIn({ ...mixed, id: `http://127.0.0.1:8080/v1#${'long-name-'.repeat(4)}` })
    const { out } = await folder.run('stats')
    expect(out).toContain('25 % (5–70)')
    expect(out).toMatch(/1 {2}tool_call_unknown_tool/)
    expect(out).toContain('too few: 4 of at least 30 calls')
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  test('--model keeps what has the word in its name, and says what there is instead of an empty table', async () => {
    const folder = await talkedIn(good, mixed)
    expect(await folder.json('stats', '--model', 'GOO')).toMatchObject({ value: { models: [{ model: 'good' }] } })
    const { code, out, err } = await folder.run('stats', '--model', 'other')
    expect([code, out]).toEqual([0, ''])
    expect(err).toContain('Models: good, mixed.')
  })

  test('--since leaves out what lies before it', async () => {
    const folder = await talkedIn(good)
    expect(await folder.json('stats', '--since', '1h')).toMatchObject({ value: { models: [{ attempts: 2 }] } })
    expect(await folder.json('stats', '--since', '2999-01-01')).toMatchObject({
      value: { since: '2999-01-01T00:00:00.000Z', models: [] },
    })
  })

  test('a time that is none is a wrong use', async () => {
    const { code, err } = await workFolder().run('stats', '--since', 'yesterday')
    expect(code).toBe(2)
    expect(err).toContain('7d')
  })

  test('where nothing was asked yet, it says how to measure a model', async () => {
    const { code, err } = await workFolder().run('stats')
    expect(code).toBe(0)
    expect(err).toContain('countersign check demo')
  })

  test('lines that somebody else put into the log, or into the file beside it, do not count', async () => {
    const folder = await talkedIn(good)
    const audit = join(folder.root, '.control-room', 'audit')
    const attempts = readFileSync(join(audit, 'attempts.jsonl'), 'utf8')
    writeFileSync(join(audit, 'attempts.jsonl'), attempts.repeat(5))
    const log = join(audit, 'log', '000001.jsonl')
    const lines = readFileSync(log, 'utf8')
    writeFileSync(log, lines + lines.replaceAll('"model":"good"', '"model":"evil"'))
    const { value } = await folder.json('stats')
    expect(value).toMatchObject({ models: [{ model: 'good', attempts: 2 }] })
    expect(JSON.stringify(value)).not.toContain('evil')
  })
})

describe('since when', () => {
  const now = Date.parse('2026-07-10T12:00:00Z')

  test.each([
    ['7d', '2026-07-03T12:00:00.000Z'],
    ['24h', '2026-07-09T12:00:00.000Z'],
    ['30m', '2026-07-10T11:30:00.000Z'],
    ['2w', '2026-06-26T12:00:00.000Z'],
    ['2026-07-01', '2026-07-01T00:00:00.000Z'],
    ['2026-07-01T09:30', '2026-07-01T09:30:00.000Z'],
    ['2026-07-01T09:30:00+02:00', '2026-07-01T07:30:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(readSince(text, now)).toISOString()).toBe(expected)
  })

  test.each(['', 'yesterday', '7', '7y', '-1d', '2026-02-30', '2026-13-01', '2026-7-1', '1e9d', 'NaN'])(
    '"%s" is refused',
    text => {
      expect(() => readSince(text, now)).toThrow('is not a time')
    },
  )
})
