import { describe, expect, test } from 'vitest'
import type { Filter } from '../../src/index.ts'
import { lacksSandbox } from '../system-needs.ts'
import { inAssembly, logOf, readNotes, turn } from './entries.ts'

const SECRET = ['AKIA', 'IOSFODNN7', 'QWERTY9'].join('')
const head = (matches: Filter['matches']): Filter => ({
  name: 'head',
  matches,
  apply: text => ({ text: `${text.split('\n')[0]} (first line of ${text.split('\n').length})`, confidence: 'Partial' }),
})

describe('filters that a program gives to assemble', () => {
  test('[OUT-01] shorten what the model is shown and what is kept, and never undo the redaction', async () => {
    const files = { 'notes.md': `key ${SECRET}\nsecond line\nthird line\n` }
    const reverse: Filter = {
      name: 'reverse',
      matches: { kind: 'Exact', value: 'file_read' },
      apply: text => ({ text: text.replaceAll('second line', `again ${SECRET}`), confidence: 'Full' }),
    }
    const { model, log } = await turn({}, { files, filters: [reverse], replies: [readNotes, 'Read.'] })
    const shown = JSON.stringify(model.requests[1]?.messages)
    expect([shown.includes('again [REDACTED'), shown.includes('second line')]).toEqual([true, false])
    expect([shown.includes(SECRET), log.includes(SECRET), log.includes('second line')]).toEqual([false, false, false])
    const without = await turn({}, { files, replies: [readNotes, 'Read.'] })
    expect(JSON.stringify(without.model.requests[1]?.messages)).toContain('second line')
  })

  test.skipIf(lacksSandbox)('[OUT-02] go by the tool, or by the line that a tool has run', async () => {
    const shown = (matches: Filter['matches'], command: string): Promise<string> =>
      inAssembly({}, { filters: [head(matches)], trust: 'Trusted' }, async ({ call }) => {
        const { text, fault } = await call({ tool: 'bash', args: { command }, allow: ['SystemExecute'] })
        return fault?.message ?? text
      })
    const FIRST = /first line of/
    expect(await shown({ kind: 'Prefix', value: 'echo ' }, 'echo a && echo b')).toMatch(FIRST)
    expect(await shown({ kind: 'Regex', pattern: '^ls\\b' }, 'echo a && ls')).toMatch(FIRST)
    expect(await shown({ kind: 'Exact', value: 'bash' }, 'echo a')).toMatch(FIRST)
    expect(await shown({ kind: 'Custom', test: line => line === 'pwd' }, 'pwd')).toMatch(FIRST)
    expect(await shown({ kind: 'Prefix', value: 'cargo ' }, 'echo cargo')).not.toMatch(FIRST)
  })

  test('[OUT-05] are counted, and after every 50 outputs a line says so', async () => {
    const lines: string[] = []
    const scene = {
      filters: [head({ kind: 'Exact', value: 'file_list' })],
      filterLog: (line: string) => lines.push(line),
      files: { 'a.md': 'a\n' },
    }
    await inAssembly({ 'tools.result_cache.enabled': false }, scene, async ({ call, place }) => {
      for (let made = 0; made < 50; made++)
        await call({ tool: 'file_list', args: { path: '.' }, allow: ['FileAccess'], session: 'sess_f' })
      expect(logOf(place)).toContain('first line of')
    })
    expect(lines).toEqual([expect.stringMatching(/^filters after 50 outputs: head \d+\/50 shorter, /)])
  })

  test('two of one name are refused before anything runs', async () => {
    const filters = [head({ kind: 'Exact', value: 'a' }), head({ kind: 'Exact', value: 'b' })]
    await inAssembly({}, { filters }, async ({ call }) => {
      await expect(call({ tool: 'file_list', args: { path: '.' } })).rejects.toThrow('Two filters are named "head"')
    })
  })
})
