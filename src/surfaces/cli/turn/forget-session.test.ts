import { describe, expect, test } from 'vitest'
import { draft, valueOf } from '../../../../test/memory/open-facts.ts'
import { openTestRuntime } from '../../../../test/open-test-runtime.ts'
import { writtenBelow } from '../../../../test/scenarios/play.ts'
import { scriptIn } from '../../../../test/scripts.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'

const SAID = 'The heron waits behind the boathouse'

async function talked(...sessions: readonly string[]): Promise<WorkFolder> {
  const folder = workFolder()
  for (const session of sessions)
    await folder.run('ask', SAID, '--model', scriptIn(folder, 'A quiet bird.'), '--session', session)
  return folder
}

const ids = async (folder: WorkFolder): Promise<readonly string[]> =>
  ((await folder.json('sessions', 'list')).value as readonly { id: string }[]).map(({ id }) => id)

describe('sessions forget', () => {
  test('the conversation goes with its entry in the list, the others stay, and the log says that it went', async () => {
    const folder = await talked('s1', 's2')
    expect(await folder.json('sessions', 'forget', 's1', '--yes')).toMatchObject({
      code: 0,
      value: { id: 's1', forgotten: true, turns: 1, pending_discarded: 0, erased: true, ledger: 'kept' },
    })
    expect(await ids(folder)).toEqual(['s2'])
    const { sessions } = await openTestRuntime({ root: folder.root, state: folder.state })
    expect([await sessions.history('s1', { limit: 9 }), await sessions.info('s1')]).toEqual([[], undefined])
    expect((await sessions.load('s2')).messages).toHaveLength(2)
    expect((await folder.run('ledger', 'tail', '-n', '40', '--json')).out).toContain('SESSION_FORGOTTEN')
    expect((await folder.run('ledger', 'verify')).code).toBe(0)
  })

  test('no file of the state folder holds a word of it any more', async () => {
    const folder = await talked('s1')
    expect(writtenBelow(folder.state)).toContain('boathouse')
    const { err, out } = await folder.run('sessions', 'forget', 's1', '--yes')
    expect([err, out].join(' ')).toContain('The ledger is append-only')
    expect(writtenBelow(folder.state)).not.toContain('boathouse')
  })

  test('a fact of it that waits for an answer is asked about no more; one of another session is', async () => {
    const folder = await talked('s1')
    const { facts, ledger } = await openTestRuntime({ root: folder.root, state: folder.state })
    valueOf(await facts.propose({ ...draft('I like pie'), session: 's1' }))
    valueOf(await facts.propose({ ...draft('I keep bees'), session: 'other' }))
    await ledger.flush()
    expect((await folder.json('sessions', 'forget', 's1', '--yes')).value).toMatchObject({ pending_discarded: 1 })
    expect((await folder.json('memory', 'pending')).value).toMatchObject([{ text: 'I keep bees' }])
  })

  test('without --yes and without a person nothing goes', async () => {
    const folder = await talked('s1')
    expect(await folder.run('sessions', 'forget', 's1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    })
    expect(await ids(folder)).toEqual(['s1'])
  })

  test('an id that nobody has used is told as unknown', async () => {
    const folder = await talked('s1')
    const { code, err } = await folder.run('sessions', 'forget', 's9', '--yes')
    expect(code).not.toBe(0)
    expect(err).toContain('There is no session s9')
  })

  test('while a turn is under way nothing goes', async () => {
    const folder = await talked('s1')
    const { turns } = await openTestRuntime({ root: folder.root, state: folder.state })
    const lease = valueOf(
      await turns.turnGate.enter('session:s1', { signal: new AbortController().signal, who: 'turn_1' }),
    )
    const { code, err } = await folder.run('sessions', 'forget', 's1', '--yes')
    expect([code === 0, err]).toEqual([false, expect.stringContaining('Another turn is under way')])
    expect(await ids(folder)).toEqual(['s1'])
    await lease.leave()
    expect((await folder.run('sessions', 'forget', 's1', '--yes')).code).toBe(0)
  })
})
