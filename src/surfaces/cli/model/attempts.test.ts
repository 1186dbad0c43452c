import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, readNotes } from '../../../../test/scenarios/play.ts'
import { openTestRuntime } from '../../../../test/open-test-runtime.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'
import { type ScriptedReply, scripted } from '../../../providers/index.ts'
import { runTurn } from '../../../runtime/index.ts'

/** Real turns, so that the records are those that turns write. */
const talkedIn = (...turns: readonly (readonly ScriptedReply[])[]): Promise<WorkFolder> => talked(turns, {})

async function talked(
  turns: readonly (readonly ScriptedReply[])[],
  settings: { readonly [key: string]: string },
): Promise<WorkFolder> {
  const folder = workFolder()
  folder.write('notes.md', 'The lighthouse burned all night.\n')
  const runtime = await openTestRuntime({ root: folder.root, state: folder.state, settings })
  for (const replies of turns)
    await runTurn(
      { message: 'Read the file notes.md.', model: scripted(replies, { id: 'small' }), allow: ['FileAccess'] },
      runtime,
    )
  await runtime.ledger.flush()
  return folder
}

const STRANGE_TOOL = [call('peruse', { path: 'notes.md' }), readNotes, 'It burned.']
const STRANGE_KEY = [call('file_read', { scroll: 'notes.md' }), readNotes, 'It burned.']
const NOT_OFFERED = [call('file_write', { path: 'notes.md', content: 'x' }), readNotes, 'It burned.']
const FENCED = [`\`\`\`json\n${readNotes}\n\`\`\``, 'It burned.']

describe('attempts mine', () => {
  test('[GAPS-04] aliases are proposed from what models put right, and none is made: the name stays unknown', async () => {
    const folder = await talkedIn(
      ...[STRANGE_TOOL, STRANGE_KEY, NOT_OFFERED].flatMap(turn => [turn, turn, turn]),
      FENCED,
    )
    const { code, value } = await folder.json('attempts', 'mine')
    expect(code).toBe(0)
    expect(value).toMatchObject({
      since: null,
      tool_aliases: [{ alias: 'peruse', tool: 'file_read', count: 3 }],
      argument_aliases: [{ tool: 'file_read', key: 'scroll', parameter: 'path', count: 3 }],
      models: [{ model: 'small', fixups: [{ fixup: 'strip_fence', count: 1 }] }],
    })
    expect(await folder.json('call', 'peruse', 'path=notes.md')).toMatchObject({
      value: { fault: { code: 'tool_call_unknown_tool' } },
    })
    const { value: later } = await folder.json('attempts', 'mine', '--since', '2999-01-01')
    expect(later).toEqual({
      since: '2999-01-01T00:00:00.000Z',
      tool_aliases: [],
      argument_aliases: [],
      fixups: [],
      proposals: [],
      models: [],
    })
  })

  test('the page fits 80 columns and says that nothing was changed', async () => {
    const folder = await talkedIn(STRANGE_TOOL, STRANGE_TOOL, STRANGE_TOOL, FENCED)
    const { out } = await folder.run('attempts', 'mine')
    expect(out).toContain('     3  peruse → file_read\n')
    expect(out).toContain('  none')
    expect(out).toContain('     1  strip_fence')
    expect(out).toContain('     3  tool_call_unknown_tool')
    expect(out).toContain('Nothing was changed')
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  test('[GAPS-04] what is refused or withheld often leads to a setting or a prompt to try, each with its example', async () => {
    const unproved = [
      call('peruse', { path: 'notes.md' }),
      readNotes,
      'The lighthouse burned for two hours.',
      'It burned for two hours.',
    ]
    const folder = await talked([unproved, unproved, unproved], { 'evidence.require': 'always' })
    const { value } = await folder.json('attempts', 'mine')
    expect(value).toMatchObject({
      proposals: expect.arrayContaining([
        expect.objectContaining({
          model: 'small',
          kind: 'prompt',
          because: 'tool_call_unknown_tool',
          count: 3,
          command: '--only TOOL',
        }),
        expect.objectContaining({
          model: 'small',
          because: 'line_missing',
          example: expect.objectContaining({ raw_output: expect.stringContaining('burned') }),
        }),
      ]) as unknown,
    })
    const { out } = await folder.run('attempts', 'mine')
    expect(out).toContain('answers failed for:')
    expect(out).toContain('countersign config set evidence.require never')
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  test('models with nothing to say share one line', async () => {
    const folder = await talkedIn(['Hello.'])
    expect((await folder.run('attempts', 'mine')).out).toContain('\nNo repairs, no rejections: small\n')
  })

  test('where nothing was asked it says so, and a time that is none is a wrong use', async () => {
    const folder = workFolder()
    expect(await folder.run('attempts', 'mine')).toMatchObject({
      code: 0,
      out: '',
      err: 'No model calls recorded yet.\n',
    })
    expect((await folder.run('attempts', 'mine', '--since', 'yesterday')).code).toBe(2)
  })
})

describe('attempts export', () => {
  test('prints each record as it is stored, and none that somebody else wrote', async () => {
    const folder = await talkedIn(STRANGE_TOOL)
    const log = join(folder.root, '.control-room', 'audit', 'log', '000001.jsonl')
    const lines = readFileSync(log, 'utf8')
    writeFileSync(log, lines + lines.replaceAll('"model":"small"', '"model":"evil"'))
    const { code, out } = await folder.run('attempts', 'export')
    const records = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as unknown)
    expect(code).toBe(0)
    expect(records).toMatchObject([
      { model: 'small', requested: 'peruse', outcome: 'rejected', first_failure: 'tool_call_unknown_tool' },
      { model: 'small', tool: 'file_read', outcome: 'repaired' },
      { model: 'small', outcome: 'answer' },
    ])
    expect(out).not.toContain('evil')
  })

  test('a secret that was kept out of the log does not come out here', async () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEF'
    const folder = await talkedIn([call('file_read', { path: secret }), 'Done.'])
    const { out } = await folder.run('attempts', 'export')
    expect(out).toContain('"requested":"file_read"')
    expect(out).not.toContain(secret)
  })
})
