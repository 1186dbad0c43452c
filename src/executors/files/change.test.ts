import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type World, codeOf, createWorld, dataOf, fingerprint, textOf } from '../../../test/paths/world.ts'
import { type Assessment, type JsonObject, sha256 } from '../../core/index.ts'

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')
const assessed = async (world: World, tool: string, args: JsonObject): Promise<Partial<Assessment>> =>
  world.assess(world.makeCall(tool, args))

describe('file_write', () => {
  test('creates a file and says what it was and is', async () => {
    const { call, get } = createWorld()
    const written = await call('file_write', { path: 'new/a.md', content: 'é\n' })
    expect(written).toEqual({
      ok: true,
      value: {
        text: 'Done: creates new/a.md (1 line).',
        data: { path: 'new/a.md', before: null, after: sha256('é\n'), bytes: 3, created: true },
        sources: [{ path: 'new/a.md', sha256: sha256('é\n') }],
      },
    })
    expect(get('new/a.md')).toBe('é\n')
  })

  test('replaces a file only when that is asked for, and keeps what was there', async () => {
    const { call, put, get, vault } = createWorld()
    put('a.md', lines(40))
    const refused = await call('file_write', { path: 'a.md', content: 'x\n' })
    expect(textOf(refused)).toBe(
      'tool_failed: "a.md" exists (40 lines). Change it with file_edit, or send overwrite: true.',
    )
    expect(get('a.md')).toBe(lines(40))
    const written = await call('file_write', { path: 'a.md', content: 'x\ny', overwrite: true })
    expect(textOf(written)).toBe('Done: replaces the whole of a.md (40 lines → 2).')
    expect(dataOf(written)).toMatchObject({ before: sha256(lines(40)), after: sha256('x\ny'), created: false })
    expect(vault.fetch(sha256(lines(40)))).toEqual({ ok: true, value: new Uint8Array(Buffer.from(lines(40))) })
  })

  test('writes nothing that is too large', async () => {
    const { call, root } = createWorld({ settings: { max_file_bytes: 10 } })
    expect(codeOf(await call('file_write', { path: 'a.md', content: 'x'.repeat(11) }))).toBe('file_unsuitable')
    expect(existsSync(join(root, 'a.md'))).toBe(false)
  })

  test('writes nothing if what was there cannot be kept', async () => {
    const { call, put, get, vault } = createWorld()
    put('a.md', 'old')
    Object.assign(vault, {
      keep: () => ({ ok: false, error: { code: 'storage_unavailable', message: 'No room in /var/lib/x.' } }),
    })
    expect(textOf(await call('file_write', { path: 'a.md', content: 'new', overwrite: true }))).toBe(
      'storage_unavailable: No room in <outside>',
    )
    expect(get('a.md')).toBe('old')
  })
})

describe('file_edit', () => {
  const edit = async (before: string, args: JsonObject): Promise<readonly [string, string]> => {
    const { call, put, get } = createWorld()
    put('a.md', before)
    const edited = await call('file_edit', { path: 'a.md', ...args })
    return [textOf(edited), get('a.md')]
  }

  test('replaces the one place where the passage stands', async () => {
    expect(await edit('one\ntwo\nthree\n', { old_text: 'two\nthree', new_text: 'TWO $& $1' })).toEqual([
      'Done: changes 2 lines of a.md.',
      'one\nTWO $& $1\n',
    ])
  })

  test('replaces all places when that is asked for, and none twice', async () => {
    expect(await edit('aaa b aa\n', { old_text: 'aa', new_text: 'a', replace_all: true })).toEqual([
      'Done: changes 2 lines of a.md.',
      'aa b a\n',
    ])
  })

  test('keeps carriage returns and the byte order mark', async () => {
    const [, after] = await edit('\u{feff}one\r\ntwo\r\nthree\r\n', { old_text: 'one\ntwo', new_text: '1\n2\n2b' })
    expect(after).toBe('\u{feff}1\r\n2\r\n2b\r\nthree\r\n')
  })

  test.each([
    ['stands nowhere', 'alpha\n', 'zzzz', 'The old text does not stand in "a.md". No line is like it.'],
    [
      'is nearly there',
      'one\nThe dragon slept.\n',
      'The dragon sleeps.',
      'The nearest line is 2, which differs in words: "The dragon slept."',
    ],
    [
      'differs in white space',
      'if (a) {\n\treturn  b\n}\n',
      '  return b',
      'The nearest line is 2, which differs in white space: "\\treturn  b"',
    ],
    [
      'goes on differently',
      'one\ntwo\nthree\n',
      'two\nfour',
      'Its first line stands in line 2, but not with what comes before or after it.',
    ],
    [
      'stands twice',
      'x = 1\ny\nx = 1\n',
      'x = 1',
      'more than once (lines 1, 3). Add lines around it to say which one, or send replace_all: true.',
    ],
    ['stands twice, one over the other', 'aXaXa\n', 'aXa', 'more than once (all in line 1)'],
  ])('a passage that %s changes nothing and is told how it differs', async (_, before, old_text, hint) => {
    const [told, after] = await edit(before, { old_text, new_text: 'new' })
    expect(told).toContain('edit_mismatch: ')
    expect(told).toContain(hint)
    expect(after).toBe(before)
  })

  test('an edit that changes nothing, of a file that is not there, or that is no text, is refused', async () => {
    const { call, put } = createWorld()
    put('a.md', 'x')
    put('b.bin', Buffer.from([0, 255]))
    const codes = [
      await call('file_edit', { path: 'a.md', old_text: 'x', new_text: 'x' }),
      await call('file_edit', { path: 'none.md', old_text: 'x', new_text: 'y' }),
      await call('file_edit', { path: 'b.bin', old_text: 'x', new_text: 'y' }),
    ].map(codeOf)
    expect(codes).toEqual(['tool_call_invalid_args', 'file_not_found', 'file_unsuitable'])
  })

  test('a long passage in a long file takes linear time', async () => {
    const { call, put } = createWorld()
    put('a.md', 'a'.repeat(10_000_000))
    const started = performance.now()
    expect(codeOf(await call('file_edit', { path: 'a.md', old_text: `${'a'.repeat(500_000)}b`, new_text: '' }))).toBe(
      'edit_mismatch',
    )
    expect(codeOf(await call('file_edit', { path: 'a.md', old_text: `b${'a'.repeat(500_000)}`, new_text: '' }))).toBe(
      'edit_mismatch',
    )
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('assess', () => {
  test.each([
    ['file_write', { path: 'new.md', content: 'a\nb\n' }, 'creates new.md (2 lines)', { name: 'new.md' }, true],
    [
      'file_write',
      { path: 'way/a.md', content: 'a', overwrite: true },
      'replaces the whole of d/a.md (3 lines → 1)',
      { name: 'd/a.md', sha256: sha256(lines(3)) },
      undefined,
    ],
    [
      'file_write',
      { path: 'd/a.md', content: lines(3), overwrite: true },
      'writes d/a.md again without a change',
      { name: 'd/a.md', sha256: sha256(lines(3)) },
      undefined,
    ],
    [
      'file_edit',
      { path: 'd/a.md', old_text: 'line', new_text: 'x', replace_all: true },
      'changes 3 lines of d/a.md',
      { name: 'd/a.md', sha256: sha256(lines(3)) },
      undefined,
    ],
    [
      'file_edit',
      { path: 'none.md', old_text: 'a', new_text: 'b' },
      'cannot be done: There is no file "none.md".',
      { name: 'none.md' },
      undefined,
    ],
    [
      'file_write',
      { path: '.git/config', content: '' },
      'cannot be done: Tools may not write to this path: it belongs to git.',
      { name: '.git/config' },
      undefined,
    ],
    [
      'file_write',
      { path: '/etc/passwd', content: '' },
      expect.stringMatching(/^cannot be done: .* outside the workspace/),
      { name: '<outside>' },
      undefined,
    ],
  ])('%s %j', async (tool, args, summary, target, routine) => {
    const world = createWorld()
    world.put('d/a.md', lines(3))
    world.link('way', 'd')
    const { change: _change, ...told } = await assessed(world, tool, args)
    expect(told).toEqual({ risk: 'write', summary, target, ...(routine && { routine }) })
  })

  test('shows what a text was and what it would be', async () => {
    const world = createWorld()
    world.put('a.md', 'one\ntwo\n')
    world.put('b.bin', Buffer.from([0, 1]))
    const change = async (tool: string, args: JsonObject): Promise<unknown> =>
      (await assessed(world, tool, args)).change?.()
    expect(await change('file_edit', { path: 'a.md', old_text: 'two', new_text: '2' })).toEqual({
      before: 'one\ntwo\n',
      after: 'one\n2\n',
    })
    expect(await change('file_write', { path: 'new.md', content: 'x' })).toEqual({ before: '', after: 'x' })
    expect(await change('file_write', { path: 'b.bin', content: 'x', overwrite: true })).toBeUndefined()
    expect(await change('file_edit', { path: 'a.md', old_text: 'none', new_text: 'x' })).toBeUndefined()
  })

  test('of a reader names what it reads', async () => {
    const world = createWorld()
    world.put('a.md')
    expect(await assessed(world, 'file_read', { path: './a.md' })).toEqual({
      risk: 'read',
      summary: 'reads a.md',
      target: { name: 'a.md', state: expect.stringMatching(/^[\d.]+ \d+$/) },
    })
    expect(await assessed(world, 'file_list', {})).toMatchObject({
      risk: 'read',
      summary: 'lists the workspace',
      target: { name: '.' },
    })
    expect(await assessed(world, 'file_search', { query: 'x', path: 'a.md' })).toMatchObject({
      summary: 'searches a.md',
    })
    expect(await assessed(world, 'file_read', { path: '/etc/passwd' })).toMatchObject({ target: { name: '<outside>' } })
  })
})

describe('between assessing and executing', () => {
  const MEDDLING: readonly (readonly [string, (world: World) => void])[] = [
    ['a file that has changed', world => world.put('a.md', 'line of somebody else')],
    ['a file that has gone', world => rmSync(join(world.root, 'a.md'))],
    [
      'a path that leads to an equal file elsewhere',
      world => {
        world.put('b.md', 'old line\n')
        rmSync(join(world.root, 'a.md'))
        world.link('a.md', 'b.md')
      },
    ],
    [
      'a path that leads out by now',
      world => {
        rmSync(join(world.root, 'a.md'))
        world.link('a.md', '../outside/a.md')
      },
    ],
  ]
  test.each(MEDDLING)('%s is left alone', async (_, meddle) => {
    for (const [tool, args] of [
      ['file_write', { path: 'a.md', content: 'new', overwrite: true }],
      ['file_edit', { path: 'a.md', old_text: 'line', new_text: 'LINE' }],
    ] as const) {
      const world = createWorld()
      world.put('a.md', 'old line\n')
      const call = world.makeCall(tool, args)
      await world.assess(call)
      meddle(world)
      const before = fingerprint(world.root)
      expect(codeOf(await world.execute(call))).toBe('file_changed')
      expect(fingerprint(world.root)).toBe(before)
    }
  })

  test('a file that was not there and is now is left alone', async () => {
    const world = createWorld()
    const call = world.makeCall('file_write', { path: 'a.md', content: 'new', overwrite: true })
    await world.assess(call)
    world.put('a.md', 'somebody else')
    expect(codeOf(await world.execute(call))).toBe('file_changed')
    expect(world.get('a.md')).toBe('somebody else')
  })

  test('nothing having happened, the call is carried out, and not a second time', async () => {
    const world = createWorld()
    world.put('a.md', 'one one\n')
    const call = world.makeCall('file_edit', { path: 'a.md', old_text: 'one one', new_text: 'one two one' })
    await world.assess(call)
    expect(codeOf(await world.execute(call))).toBe('ok')
    expect(codeOf(await world.execute(call))).toBe('file_changed')
    expect(world.get('a.md')).toBe('one two one\n')
  })
})

describe('file_undo', () => {
  const undoArgs = (data: JsonObject): JsonObject => ({
    path: data.path ?? null,
    before: data.before ?? null,
    after: data.after ?? null,
  })

  test('puts back what an edit changed', async () => {
    const world = createWorld()
    world.put('a.md', 'old\n')
    const edited = dataOf(await world.call('file_edit', { path: 'a.md', old_text: 'old', new_text: 'new' }))
    expect(await assessed(world, 'file_undo', undoArgs(edited))).toMatchObject({
      risk: 'write',
      summary: 'puts a.md back as it was',
    })
    const undone = await world.call('file_undo', undoArgs(edited))
    expect(dataOf(undone)).toEqual({
      path: 'a.md',
      before: sha256('new\n'),
      after: sha256('old\n'),
      bytes: 4,
      created: false,
    })
    expect(world.get('a.md')).toBe('old\n')
    expect(codeOf(await world.call('file_undo', undoArgs(dataOf(undone))))).toBe('ok')
    expect(world.get('a.md')).toBe('new\n')
  })

  test('removes what a write created', async () => {
    const world = createWorld()
    const written = dataOf(await world.call('file_write', { path: 'a.md', content: 'x' }))
    const removed = dataOf(await world.call('file_undo', undoArgs(written)))
    expect(removed).toMatchObject({ before: sha256('x'), after: null })
    expect(existsSync(join(world.root, 'a.md'))).toBe(false)
    expect(codeOf(await world.call('file_undo', undoArgs(written)))).toBe('file_changed')
    expect(codeOf(await world.call('file_undo', undoArgs(removed)))).toBe('ok')
    expect(world.get('a.md')).toBe('x')
    expect(codeOf(await world.call('file_undo', undoArgs(removed)))).toBe('file_changed')
  })

  test('touches nothing that was changed since', async () => {
    const world = createWorld()
    const written = dataOf(await world.call('file_write', { path: 'a.md', content: 'x' }))
    world.put('a.md', 'later work')
    expect(codeOf(await world.call('file_undo', undoArgs(written)))).toBe('file_changed')
    expect(world.get('a.md')).toBe('later work')
  })

  test('refuses when the bytes are no longer kept', async () => {
    const world = createWorld()
    world.put('a.md', 'x')
    expect(codeOf(await world.call('file_undo', { path: 'a.md', before: sha256('lost'), after: sha256('x') }))).toBe(
      'undo_refused',
    )
  })
})
