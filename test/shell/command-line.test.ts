import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sandboxFindings } from '../../src/surfaces/cli/model/doctor/environment-findings.ts'
import { AT_A_TERMINAL } from '../pseudo-terminal.ts'
import { called, scriptIn } from '../scripts.ts'
import { workFolder } from '../work-folder.ts'
import { lacksSandbox, lacksTerminal } from '../system-needs.ts'

const receiptOf = (value: unknown): string => (value as { receipt: string }).receipt
const GRANTED = ['--allow', 'SystemExecute'] as const

describe.skipIf(lacksSandbox)('countersign call bash', () => {
  test('prints the envelope, and exits with 0 whatever the number of the program', async () => {
    const { run, json, write } = workFolder()
    write('a.md', 'one\n')
    const { code, out } = await run('call', 'bash', 'command=cat a.md', ...GRANTED)
    expect([code, out]).toEqual([0, '{"stdout":"one\\n","stderr":"","exit_code":0,"truncated":false}\n'])
    expect(await json('call', 'bash', 'command=grep -q nothing a.md', ...GRANTED)).toMatchObject({
      code: 0,
      value: { ok: true, data: { exit_code: 1 } },
    })
    expect(await json('call', 'bash', 'command=cat nothing', ...GRANTED)).toMatchObject({
      code: 1,
      value: {
        ok: false,
        data: { stdout: '', exit_code: 1, truncated: false },
        fault: { code: 'command_failed', category: 'PermanentFailure' },
      },
    })
  })

  test('without the right, or where a person would have to be asked, does nothing', async () => {
    const { json, write, root } = workFolder()
    write('a.md', 'one\n')
    expect(await json('call', 'bash', 'command=ls')).toMatchObject({
      code: 1,
      value: { text: 'Permission denied: no active token for SystemExecute.' },
    })
    expect(await json('call', 'bash', 'command=rm a.md', ...GRANTED)).toMatchObject({
      code: 6,
      value: { fault: { code: 'confirmation_required' } },
    })
    expect(existsSync(join(root, 'a.md'))).toBe(true)
  })

  test('[UI-06] says on the screen that a command was rolled back', async () => {
    const { run, write, root } = workFolder()
    write('a.md', 'one\n')
    write('Makefile', 'all:\n\techo two > a.md\n\techo x > new\n')
    const { code, out, err } = await run('call', 'bash', 'command=make', ...GRANTED)
    expect([code, out, readFileSync(join(root, 'a.md'), 'utf8')]).toEqual([1, '', 'one\n'])
    expect(err).toMatch(/^effect_not_allowed: .*a\.md \(changed\)/)
    expect(err).toContain('rolled back: 1 restored, 1 removed')
  })

  test('can be undone by its receipt', async () => {
    const { run, json, root } = workFolder()
    const { value } = await json('call', 'bash', 'command=mkdir d && touch d/new.md', ...GRANTED)
    expect(existsSync(join(root, 'd/new.md'))).toBe(true)
    expect(await run('undo', receiptOf(value))).toMatchObject({ code: 0, out: expect.stringContaining('2 removed') })
    expect(existsSync(join(root, 'd'))).toBe(false)
  })
})

describe.skipIf(lacksSandbox || lacksTerminal)('countersign call bash at a terminal', AT_A_TERMINAL, () => {
  test('shows the analysis, the output as it comes, the exit code, the sandbox, what changed line by line, and how to undo it', async () => {
    const { terminal, write, run, root } = workFolder()
    write('a.md', 'one\nsame\n')
    const screen = terminal(
      'call',
      'bash',
      'command=echo first; sleep 3; echo two > a.md; echo same >> a.md; echo second; exit 3',
      ...GRANTED,
    )
    await screen.shows('Type yes')
    expect(screen.shown()).toMatch(
      /overwrites a\.md, adds to a\.md[\s\S]*command +echo first[\s\S]*sandbox +bwrap: this workspace/,
    )
    screen.type('yes\r')
    await screen.shows('\nfirst\r\n')
    expect(screen.shown()).not.toContain('exit code')
    expect(await screen.ended).toBe(0)
    const shown = screen.shown().replaceAll('\r', '')
    expect(shown).toMatch(
      /analysis +it .+\nfirst\nsecond\nexit code 3\nsandbox +bwrap: .+\nchanged +1 file or folder\na\.md \(changed\)\n {2}- one\n {2}\+ two\n/,
    )
    expect(shown).not.toContain('"exit_code"')
    const [, receipt = ''] = /undo +countersign undo (rcpt_[0-9a-f]+)/.exec(shown) ?? []
    expect((await run('undo', receipt)).code).toBe(0)
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('one\nsame\n')
  })

  test('shows what was printed, and what kind of end it was, when a command fails or prints commands to the terminal', async () => {
    const { terminal } = workFolder()
    const screen = terminal('call', 'bash', "command=printf 'a\\033[2Jb'; cat nothing", ...GRANTED)
    expect(await screen.ended).toBe(1)
    expect(screen.shown()).toContain('a\\u{001b}[2Jb')
    expect(screen.shown()).toMatch(/No such file[\s\S]*exit code 1[\s\S]*changed +nothing[\s\S]*command_failed: /)
  })
})

describe.skipIf(lacksSandbox)('countersign ask', () => {
  test('tells of a command what it does, what it prints, the sandbox, what it made, and how to undo it', async () => {
    const folder = workFolder()
    const script = scriptIn(folder, called('system_execute', { command: 'echo hello > new.md; cat new.md' }), 'Done.')
    const { err } = await folder.run('ask', 'Run the command that makes new.md', '--model', script, ...GRANTED)
    expect(err).toMatch(/analysis +it .*creates new\.md.*\n +hello\n/)
    expect(err).toMatch(
      /exit code 0\n +sandbox +bwrap: .+\n +changed +1 .+\n +new\.md \(created\)\n +\+ hello\n +undo +countersign undo rcpt_/,
    )
  })
})

describe('without a sandbox', () => {
  test('a workspace cannot switch it off, and a person who does is told at every call', async () => {
    const { run, write } = workFolder()
    write('countersign.toml', '[tools.shell]\nsandbox = "off"\n')
    expect((await run('config', 'print')).out).toMatch(/tools\.shell\.sandbox\s*=\s*"on"|sandbox = "on"/)
    const { err } = await run('config', 'set', 'tools.shell.sandbox', 'off')
    expect(err).not.toContain('invalid')
    const told = await run('call', 'bash', 'command=ls', ...GRANTED)
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining('it ran WITHOUT A SANDBOX') })
  })

  test('the doctor says what state it is in, and how to get one', () => {
    expect(sandboxFindings({ kind: 'works' })).toMatchObject([{ ok: true }])
    expect(sandboxFindings({ kind: 'off' })).toMatchObject([
      { ok: 'warning', says: expect.stringContaining('WITHOUT A SANDBOX') },
    ])
    expect(sandboxFindings({ kind: 'unavailable', because: 'there is none' })).toMatchObject([
      { ok: 'warning', fix: 'apt install bubblewrap' },
    ])
  })
})
