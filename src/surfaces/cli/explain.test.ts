import { describe, expect, test } from 'vitest'
import { commandLine } from '../../../test/command-line.ts'
import { FAULTS } from '../../core/index.ts'

describe('explain', () => {
  test.each(Object.entries(FAULTS))('%s: what it means, who is to blame, what to do', async (code, row) => {
    const { out, err, ...ended } = await commandLine(['explain', code])
    expect({ ...ended, err }).toEqual({ code: 0, err: '' })
    for (const part of [code, row.category, row.meaning, row.advice, `docs/faults/${code}.md`])
      expect(out).toContain(part)
  })

  test('with --json it is the row of the table', async () => {
    const { code, out } = await commandLine(['explain', 'tool_call_nonce_invalid', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ code: 'tool_call_nonce_invalid', ...FAULTS.tool_call_nonce_invalid })
  })

  test.each(['nope', 'toString', '__proto__', ''])('%j is no code, and the codes are listed', async code => {
    const { err, ...ended } = await commandLine(['explain', code])
    expect(ended).toEqual({ code: 2, out: '' })
    expect(err).toContain(Object.keys(FAULTS).join(', '))
  })
})
