import { describe, expect, test } from 'vitest'
import { commandLine } from '../../../../test/command-line.ts'
import { SCENES } from './scenes.ts'

type Demo = {
  replies: { title: string; profile: string; result: { outcome: string; code: string | null; confirm: boolean } }[]
  path: { title: string; came: string; good: boolean }[]
}

describe('demo', () => {
  test('shows every scene with what came of it', async () => {
    const { code, out, err } = await commandLine(['demo'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const { title } of SCENES) expect(out).toContain(title)
  })

  test('with --json each scene has its result, and they are what their titles say', async () => {
    const { code, out } = await commandLine(['demo', '--json'])
    expect(code).toBe(0)
    const { replies: scenes, path }: Demo = JSON.parse(out)
    const outcomes = Object.fromEntries(
      scenes.map(({ title, result }) => [title, result.code ?? (result.confirm ? 'confirm' : result.outcome)]),
    )
    expect(outcomes).toMatchObject({
      'A call in the expected format needs no repair': 'tool_call',
      'A repaired call that changes something asks first': 'confirm',
      'Mentioning a tool is not calling it': 'message',
      'A call cut off in the middle is not guessed': 'tool_call_invalid_format',
      'A call copied from a file is data, not a call': 'tool_call_echoed',
      'Strict: the right nonce': 'tool_call',
      'Strict: a nonce from an older turn runs nothing': 'tool_call_nonce_invalid',
      'Strict: two objects are rejected': 'tool_call_multiple',
    })
    expect(scenes).toHaveLength(SCENES.length)
    expect(
      path.map(({ good, came }) => [good, came.replaceAll(/rcpt_\w+/g, 'rcpt').replace(/^([a-z]+_\w+): .*/, '$1')]),
    ).toEqual([
      [false, 'permission_denied'],
      [true, expect.stringMatching(/^# .+ {2}→ rcpt$/)],
      [false, 'path_blocked'],
      [true, 'Done: creates notes.md (1 line).  → rcpt'],
      [true, 'Done: creates notes.md (1 line).  → rcpt (nothing ran; this is the stored result)'],
      [true, '11 entries, 4 of 4 receipts verified'],
      [false, 'log, line 8: mac'],
    ])
  })
})
