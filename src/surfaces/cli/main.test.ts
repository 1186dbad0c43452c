import { describe, expect, test } from 'vitest'
import { commandLine } from '../../../test/command-line.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

describe('wrong usage ends with 2', () => {
  test.each([
    ['an unknown verb', ['frobnicate']],
    ['flags without a verb', ['--quiet']],
    ['an unknown flag', ['demo', '--frobnicate']],
    ['an unknown flag before the verb', ['--frobnicate', 'demo']],
    ['one argument too many', ['demo', 'twice']],
    ['parse without a profile', ['parse', '--tools', 'x.json']],
    ['parse without tools', ['parse', '--profile', 'lenient']],
    ['an unknown profile', ['parse', '--profile', 'sloppy', '--tools', 'x.json']],
    ['an unknown phase', ['parse', '--profile', 'strict', '--tools', 'x.json', '--phase', 'late']],
    ['an unknown switch', ['parse', '--profile', 'lenient', '--tools', 'x.json', '--coerce', 'maybe']],
    ['replay without a file', ['replay']],
    ['an unknown profile for replay', ['replay', 'x.jsonl', '--profile', 'sloppy']],
    ['tools without a verb', ['tools']],
    ['an unknown verb of tools', ['tools', 'frobnicate']],
    ['explain without a code', ['explain']],
    ['a folder that does not exist', ['demo', '--workspace', '/nowhere/at/all']],
  ])('%s', async (_what, args) => {
    const { code, out, err } = await commandLine(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toBe('')
  })

  test.each([
    ['an unknown verb', ['frobnicate', '--json']],
    ['an unknown flag', ['demo', '--json', '--frobnicate']],
    ['a missing flag', ['parse', '--json']],
    ['an unknown code', ['explain', '--json', 'nope']],
    ['a folder that does not exist', ['demo', '--json', '--workspace', '/nowhere/at/all']],
  ])('with --json it is one JSON line on stderr: %s', async (_what, args) => {
    const { code, out, err } = await commandLine(args)
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 })
    expect(JSON.parse(err)).toEqual({
      error: expect.objectContaining({ code: 'usage_invalid', message: expect.any(String) }),
    })
  })
})

describe('what went wrong', () => {
  test('a configuration that is missing ends with 3', async () => {
    const { code, out, err } = await commandLine(['demo', '--json', '--config', '/nowhere/countersign.toml'])
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'config_invalid' } })
  })

  test('for people it is a sentence and what to do about it', async () => {
    expect(await commandLine(['tools', 'list', '--tools', '/nowhere/tools.json'])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^input_unreadable: Cannot read \/nowhere\/tools\.json: .*\nCheck the path and the format of the file at the named line\.\n$/,
      ),
    })
  })

  test('foreign text in it cannot command the terminal', async () => {
    const tools = temporaryFolder().write(
      'tools.json',
      JSON.stringify([{ name: 'a\u001B[31m\u202Eb', parameters: { type: 'object' } }]),
    )
    const { code, err } = await commandLine(['tools', 'list', '--tools', tools])
    expect(code).toBe(1)
    expect(err).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
  })
})

describe('help and version', () => {
  test.each([
    ['--help'],
    ['parse', '--help'],
    ['replay', '--help'],
    ['tools', '--help'],
    ['tools', 'show', '--help'],
    ['explain', '--help'],
    ['demo', '--help'],
  ])('%s %s ends with 0', async (...args) => {
    const { code, out, err } = await commandLine(args.filter(arg => typeof arg === 'string'))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Usage: countersign')
  })

  test('--version prints a version', async () => {
    expect(await commandLine(['--version'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: '',
    })
  })
})

describe('colours', () => {
  const ESCAPE = '\u001B['

  test('only on a terminal, and only if nobody objects', async () => {
    expect((await commandLine(['explain', 'usage_invalid'], { terminal: true })).out).toContain(ESCAPE)
    expect((await commandLine(['explain', 'usage_invalid'])).out).not.toContain(ESCAPE)
    expect((await commandLine(['explain', 'usage_invalid', '--no-color'], { terminal: true })).out).not.toContain(
      ESCAPE,
    )
    expect((await commandLine(['explain', 'usage_invalid'], { terminal: true, noColor: '1' })).out).not.toContain(
      ESCAPE,
    )
    expect((await commandLine(['explain', 'usage_invalid'], { terminal: true, noColor: '' })).out).toContain(ESCAPE)
  })
})
