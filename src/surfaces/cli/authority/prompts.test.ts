import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTestRuntime } from '../../../../test/open-test-runtime.ts'
import { AT_A_TERMINAL, CTRL_C, CTRL_D, type PseudoTerminal } from '../../../../test/pseudo-terminal.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'
import { lacksTerminal } from '../../../../test/system-needs.ts'

const WRITE = ['call', 'file_write', 'path=b.md', 'content=x', '--session', 's1'] as const
const QUESTION = 'anything else denies it: '
const GRANT = ' n) '

/** A folder in which writing is granted already, so that only the question about the call is left. */
async function withGrant(): Promise<WorkFolder> {
  const folder = workFolder()
  const runtime = await openTestRuntime({ root: folder.root, state: folder.state })
  await runtime.broker.issue({
    capability: 'FileWrite',
    principal: 'user:local',
    session: null,
    decidedBy: 'rule',
    purpose: 'test',
  })
  return folder
}

async function typed(terminal: PseudoTerminal, question: string, keys: string): Promise<number | null> {
  await terminal.shows(question)
  terminal.type(keys)
  return terminal.ended
}

type Pending = { readonly id: string; readonly tool: string }
const pending = async (folder: WorkFolder): Promise<readonly Pending[]> =>
  (await folder.json('permissions', 'pending')).value as readonly Pending[]
const isWritten = ({ root }: WorkFolder): boolean => existsSync(join(root, 'b.md'))

describe.skipIf(lacksTerminal)('the question about a call', AT_A_TERMINAL, () => {
  test('Ctrl+C ends the command with 130, runs nothing and leaves the question open', async () => {
    const folder = await withGrant()
    const terminal = folder.terminal(...WRITE)
    expect(await typed(terminal, QUESTION, CTRL_C)).toBe(130)
    expect(isWritten(folder)).toBe(false)
    const [left] = await pending(folder)
    expect(left).toMatchObject({ tool: 'file_write' })
    expect(terminal.shown()).toContain(`countersign permissions approve ${left?.id}`)
    await folder.run('permissions', 'approve', left?.id ?? '')
    expect((await folder.run(...WRITE)).code).toBe(0)
    expect(isWritten(folder)).toBe(true)
  })

  test('Ctrl+C with --json prints the result, too, and ends with 130', async () => {
    const folder = await withGrant()
    const terminal = folder.terminal(...WRITE, '--json')
    expect(await typed(terminal, QUESTION, CTRL_C)).toBe(130)
    expect(terminal.shown()).toContain('"fault":{"code":"confirmation_required"')
  })

  test.each([
    ['Ctrl+D', CTRL_D],
    ['Enter', '\r'],
    ['another word', 'ja\r'],
  ])('%s is a no: nothing runs, and nothing is left to be approved', async (_what, keys) => {
    const folder = await withGrant()
    expect(await typed(folder.terminal(...WRITE), QUESTION, keys)).toBe(1)
    expect(isWritten(folder)).toBe(false)
    expect(await pending(folder)).toEqual([])
  })

  test('the word yes runs the call', async () => {
    const folder = await withGrant()
    expect(await typed(folder.terminal(...WRITE), QUESTION, 'yes\r')).toBe(0)
    expect(isWritten(folder)).toBe(true)
  })
})

describe.skipIf(lacksTerminal)('the question for a right', AT_A_TERMINAL, () => {
  const grants = async (folder: WorkFolder): Promise<unknown> => (await folder.json('permissions', 'list')).value

  test('Ctrl+C ends the command with 130; nothing is granted and nothing runs', async () => {
    const folder = workFolder()
    expect(await typed(folder.terminal(...WRITE), GRANT, CTRL_C)).toBe(130)
    expect(await grants(folder)).toEqual([])
    expect(isWritten(folder)).toBe(false)
    expect((await folder.json('receipts', 'list')).value).toEqual([])
  })

  test.each([
    ['Ctrl+D', CTRL_D],
    ['n', 'n\r'],
  ])('%s is a no', async (_what, keys) => {
    const folder = workFolder()
    expect(await typed(folder.terminal(...WRITE), GRANT, keys)).toBe(1)
    expect(await grants(folder)).toEqual([])
    expect(isWritten(folder)).toBe(false)
  })

  test.each(['', 'constructor', 'yes'])(
    'what is no letter ("%s") allows nothing, and the question stays',
    async word => {
      const folder = workFolder()
      const terminal = folder.terminal(...WRITE)
      await terminal.shows(GRANT)
      terminal.type(`${word}\r`)
      expect(await typed(terminal, 'Enter alone allows nothing', 'n\r')).toBe(1)
      expect(await grants(folder)).toEqual([])
      expect(isWritten(folder)).toBe(false)
    },
  )

  test('y allows this one call, of which the change is asked about; nothing of it is left', async () => {
    const folder = workFolder()
    const terminal = folder.terminal(...WRITE)
    await terminal.shows(GRANT)
    terminal.type('y\r')
    expect(await typed(terminal, QUESTION, 'yes\r')).toBe(0)
    expect(isWritten(folder)).toBe(true)
    expect(await grants(folder)).toEqual([])
  })

  test('c allows this one call with its change, and is the only question', async () => {
    const folder = workFolder()
    const terminal = folder.terminal(...WRITE)
    expect(await typed(terminal, GRANT, 'c\r')).toBe(0)
    expect(isWritten(folder)).toBe(true)
    expect(terminal.shown()).not.toContain(QUESTION)
    expect(await grants(folder)).toEqual([])
    expect((await folder.json('receipts', 'list')).value).toMatchObject([{ decided_by: 'tty' }])
  })

  test('s grants for this session', async () => {
    const folder = workFolder()
    const terminal = folder.terminal('call', 'file_list', '--session', 's1')
    expect(await typed(terminal, GRANT, 's\r')).toBe(0)
    expect(await grants(folder)).toMatchObject([{ capability: 'FileAccess', session: 's1', source: 'tty' }])
  })
})

describe.skipIf(lacksTerminal)('the question of trust', AT_A_TERMINAL, () => {
  test.each([
    ['Ctrl+C', CTRL_C, 130],
    ['Ctrl+D', CTRL_D, 1],
    ['Enter', '\r', 1],
  ])('%s trusts nothing', async (_what, keys, code) => {
    const folder = workFolder()
    expect(await typed(folder.terminal('trust'), 'Type yes to trust it: ', keys)).toBe(code)
    expect((await folder.json('trust', '--show')).value).toMatchObject({ state: 'never' })
  })
})
