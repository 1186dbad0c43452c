import { describe, expect, test } from 'vitest'
import { catalog, offered } from '../../../../test/demo-turn.ts'
import { readReply } from '../../../protocol/index.ts'
import { offeredFrom } from '../prompt/offered-tool.ts'
import type { PlannedCall } from '../plan/planned-call.ts'
import { fitTools } from '../plan/tool-roles.ts'
import { type WrittenCall, writeCarelessly } from './slips.ts'

const kit = fitTools(
  offered.map(({ name, description, input }) => offeredFrom({ name, description, parameters: input })),
)
const planned = (role: 'search' | 'read' | 'list' | 'write' | 'edit', args: PlannedCall['args']): PlannedCall => {
  const tool = kit[role]?.tool
  if (tool === undefined) throw new Error(`no tool for ${role}`)
  return { tool, role, args }
}
const lenient = { kind: 'lenient', required: false } as const
const strict = { kind: 'strict', required: false, nonce: 'n_1' } as const
const COUNT = 4_000
const writeMany = (call: PlannedCall, manner: typeof lenient | typeof strict): readonly WrittenCall[] =>
  Array.from({ length: COUNT }, (_, seed) => writeCarelessly(call, { seed, words: `a question\n${seed % 3}`, manner }))

const CALLS: readonly PlannedCall[] = [
  planned('search', { query: 'lighthouse' }),
  planned('search', { query: "it's “here”" }),
  planned('read', { path: 'Story/SCN-outline.md', start_line: 3 }),
  planned('list', { path: 'Story' }),
  planned('list', {}),
]

describe('slips in lenient', () => {
  test.each(CALLS)('every slip reads as the call that was meant, or is refused: $tool.name $args', call => {
    const distinct = new Map(writeMany(call, lenient).map(written => [written.text, written]))
    for (const { text, kind, slip } of distinct.values()) {
      const { move } = readReply({ content: text }, { profile: 'lenient' }, catalog)
      const read =
        move.kind === 'calls'
          ? { tool: move.calls[0].tool.name, args: move.calls[0].args, count: move.calls.length }
          : move.kind
      expect({ slip, read }).toEqual({
        slip,
        read: kind === 'repaired' ? 'rejected' : { tool: call.tool.name, args: call.args, count: 1 },
      })
    }
  })

  test('about every second call has one, about every eighth must be repaired, and all kinds occur', () => {
    const written = writeMany(planned('search', { query: 'lighthouse' }), lenient)
    const share = (kind: WrittenCall['kind']): number => written.filter(each => each.kind === kind).length / COUNT
    expect(share('rescued')).toBeCloseTo(0.375, 1)
    expect(share('repaired')).toBeCloseTo(0.125, 1)
    expect(share('clean')).toBeCloseTo(0.5, 1)
    expect([...new Set(written.map(({ slip = 'none' }) => slip))].toSorted()).toEqual(
      [
        'alias',
        'fence',
        'key',
        'missingArgument',
        'none',
        'prose',
        'pythonLiteral',
        'singleQuotes',
        'smartQuotes',
        'tags',
        'think',
        'trailingComma',
        'unknownTool',
      ].toSorted(),
    )
  })

  test('quotes are not changed where they would change an argument', () => {
    const slips = new Set(writeMany(planned('search', { query: "it's" }), lenient).map(({ slip }) => slip))
    expect(slips).not.toContain('singleQuotes')
    expect(slips).toContain('smartQuotes')
  })

  test('a call that changes something has none', () => {
    const calls = [
      planned('write', { path: 'a.md', content: 'x\n' }),
      planned('edit', { path: 'a.md', old_text: 'x', new_text: 'y' }),
    ]
    expect(calls.flatMap(call => writeMany(call, lenient)).every(({ kind }) => kind === 'clean')).toBe(true)
  })
})

test.each(CALLS)('in strict there are none but those that strict itself takes: $tool.name $args', call => {
  const written = writeMany(call, strict)
  for (const text of new Set(written.map(each => each.text))) {
    const { move } = readReply({ content: text }, { profile: 'strict', nonce: 'n_1', required: true }, catalog)
    expect(move).toMatchObject({ kind: 'calls', calls: [{ tool: { name: call.tool.name }, args: call.args }] })
  }
  expect(written.some(({ kind }) => kind === 'rescued')).toBe(true)
})

test('a decision is always written as agreed', () => {
  const manner = { kind: 'decision', nonce: 'n_1', remaining: 2 } as const
  const call = planned('read', { path: 'a.md' })
  const texts = new Set(
    Array.from({ length: 200 }, (_, seed) => writeCarelessly(call, { seed, words: 'x', manner }).text),
  )
  expect([...texts].map(text => JSON.parse(text))).toEqual([
    { action: 'tool', tool: 'file_read', args: { path: 'a.md' }, nonce: 'n_1' },
  ])
})
