import { describe, expect, test } from 'vitest'
import { draft, valueOf } from '../../../../test/memory/open-facts.ts'
import { openTestRuntime } from '../../../../test/open-test-runtime.ts'
import { CTRL_C } from '../../../../test/pseudo-terminal.ts'
import { writtenBelow } from '../../../../test/scenarios/play.ts'
import { type WorkFolder, workFolder } from '../../../../test/work-folder.ts'
import type { Fact, FactDraft, PendingFact } from '../../../memory/index.ts'
import { lacksTerminal } from '../../../../test/system-needs.ts'

type Texts = { readonly facts?: readonly string[]; readonly wishes?: readonly FactDraft[] }

/** A folder with these facts, the last one the newest, and these questions. */
async function remembering({ facts = [], wishes = [] }: Texts): Promise<WorkFolder> {
  const folder = workFolder()
  const { memory, ledger } = await openTestRuntime({ root: folder.root, state: folder.state })
  if (!memory) throw new Error('the memory is off')
  for (const text of facts) valueOf(await memory.facts.store(draft(text), 'test'))
  for (const wish of wishes) valueOf(await memory.facts.propose(wish))
  await ledger.flush()
  return folder
}

const listed = async (folder: WorkFolder): Promise<readonly Fact[]> =>
  (await folder.json('memory', 'list')).value as readonly Fact[]
const waiting = async (folder: WorkFolder): Promise<readonly PendingFact[]> =>
  (await folder.json('memory', 'pending')).value as readonly PendingFact[]
const texts = async (folder: WorkFolder): Promise<readonly string[]> => (await listed(folder)).map(({ text }) => text)
const firstId = async (folder: WorkFolder): Promise<string> => (await listed(folder))[0]?.id ?? ''
const firstWish = async (folder: WorkFolder): Promise<string> => (await waiting(folder))[0]?.id ?? ''

describe('memory list', () => {
  test('the newest first, each with its id, day, rating and text, and contradictions are marked', async () => {
    const folder = await remembering({ facts: ['I like pie', 'my dog is Rex', 'my dog is Bella'] })
    const [bella, rex, pie] = await listed(folder)
    expect([bella?.text, rex?.text, pie?.text]).toEqual(['my dog is Bella', 'my dog is Rex', 'I like pie'])
    expect(bella).toMatchObject({ contradicts: [rex?.id], used: 0, lastUsed: null, span: { session: 's' } })
    const { out } = await folder.run('memory', 'list')
    const day = pie?.created.slice(0, 10)
    expect(out.split('\n').slice(0, 3)).toEqual([
      `${bella?.id}  ${bella?.created.slice(0, 10)}  ${bella?.sensitivity}`,
      '  my dog is Bella',
      `  contradicts ${rex?.id}`,
    ])
    expect(out).toContain(`\n${pie?.id}  ${day}  low\n  I like pie\n`)
  })

  test('a text stays on one line of 80 columns, and commands for the terminal are shown, not obeyed', async () => {
    const folder = await remembering({ facts: [`I collect \u009b31m maps of ${'very '.repeat(40)}old harbours`] })
    const { out } = await folder.run('memory', 'list')
    expect(out).not.toContain('\u009b')
    expect(out.trimEnd().split('\n')).toHaveLength(2)
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  test('where nothing is remembered it says so', async () => {
    const folder = workFolder()
    expect(await folder.run('memory', 'list')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('Nothing is remembered yet'),
    })
    expect(await listed(folder)).toEqual([])
  })

  test('export prints each fact whole, a line each', async () => {
    const folder = await remembering({ facts: ['I like pie', 'I use vim'] })
    const { out } = await folder.run('memory', 'export')
    const lines = out.trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual(await listed(folder))
    expect(lines).toHaveLength(2)
  })
})

describe('memory pending', () => {
  const LONG = `remember that my sister Anna lives in Oslo ${'and sails '.repeat(20)}`.trim()

  test('shows the whole of what waits, within 80 columns', async () => {
    const folder = await remembering({ wishes: [draft(LONG)] })
    const { out, err } = await folder.run('memory', 'pending')
    expect(out).toContain(`${await firstWish(folder)}  `)
    expect(out.match(/sails/g)).toHaveLength(20)
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
    expect(err).toContain('countersign memory approve ID')
    expect((await workFolder().run('memory', 'pending')).err).toBe('Nothing to review.\n')
  })

  test('approve keeps it, discard does not, and edit keeps it in other words', async () => {
    const folder = await remembering({
      wishes: ['I like pie', 'I use vim', 'we publish on Fridays'].map(text => draft(text)),
    })
    expect(await folder.json('memory', 'approve', await firstWish(folder))).toMatchObject({
      code: 0,
      value: { text: 'we publish on Fridays' },
    })
    expect(await folder.json('memory', 'discard', await firstWish(folder))).toMatchObject({
      code: 0,
      value: { discarded: true },
    })
    expect((await folder.run('memory', 'edit', await firstWish(folder), 'I', 'like', 'cake')).out).toMatch(
      /^Kept:\nfact_.*\n {2}I like cake\n$/,
    )
    expect(await texts(folder)).toEqual(['I like cake', 'we publish on Fridays'])
    expect(await waiting(folder)).toEqual([])
  })

  test('an answer to what nobody asked is unknown', async () => {
    const folder = workFolder()
    for (const words of [
      ['approve', 'wish_x'],
      ['discard', 'wish_x'],
      ['edit', 'wish_x', 'I like pie'],
      ['edit', 'fact_x', 'I like pie'],
    ])
      expect(await folder.json('memory', ...words)).toMatchObject({
        code: 1,
        value: { error: { code: 'fact_unknown' } },
      })
  })
})

describe('memory edit', () => {
  test('changes the text and keeps the words that it rests on; a credential is refused', async () => {
    const folder = await remembering({ facts: ['my dog is Rex'] })
    const id = await firstId(folder)
    expect(await folder.json('memory', 'edit', id, 'my dog is Bella')).toMatchObject({
      code: 0,
      value: { id, text: 'my dog is Bella', span: { text: 'my dog is Rex' } },
    })
    expect((await folder.run('memory', 'edit', id, 'my password is hunter2-Zx9!')).err).toMatch(/^fact_refused: /)
    expect(await texts(folder)).toEqual(['my dog is Bella'])
    expect((await folder.run('memory', 'edit', id)).code).toBe(2)
  })
})

describe('memory forget', () => {
  test('without a terminal it needs --yes, and then only that fact is gone', async () => {
    const folder = await remembering({ facts: ['I like pie', 'my dog is Rex', 'I use vim'] })
    const id = (await listed(folder))[1]?.id ?? ''
    expect(await folder.run('memory', 'forget', id)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Pass --yes'),
    })
    expect(await texts(folder)).toHaveLength(3)
    const { code, out, err } = await folder.run('memory', 'forget', id, '--yes')
    expect([code, out]).toEqual([0, 'Deleted.\n'])
    expect(err).toContain('  my dog is Rex\n')
    expect(await texts(folder)).toEqual(['I use vim', 'I like pie'])
    expect(await folder.json('memory', 'forget', id, '--yes')).toMatchObject({
      code: 1,
      value: { error: { code: 'fact_unknown' } },
    })
  })

  test.each(['fact_x', '', 'fact_', 'wish_1', 'fact_'.repeat(300), '\u{1F600}'])(
    'an id that is none is unknown (%#)',
    async id => {
      const folder = await remembering({ facts: ['I like pie'] })
      expect(await folder.json('memory', 'forget', id, '--yes')).toMatchObject({
        code: 1,
        value: { error: { code: 'fact_unknown' } },
      })
      expect(await texts(folder)).toHaveLength(1)
    },
  )

  test.skipIf(lacksTerminal).each([
    ['Enter', '\r', 1, 1],
    ['Ctrl+C', CTRL_C, 130, 1],
    ['yes', 'yes\r', 0, 0],
  ])('at a terminal it shows the fact and asks; %s', async (_what, keys, code, left) => {
    const folder = await remembering({ facts: ['my dog is Rex'] })
    const terminal = folder.terminal('memory', 'forget', await firstId(folder))
    await terminal.shows('Type yes to delete it: ')
    expect(terminal.shown()).toContain('my dog is Rex')
    terminal.type(keys)
    expect(await terminal.ended).toBe(code)
    expect(await texts(folder)).toHaveLength(left)
  })
})

describe('where the memory is switched off', () => {
  async function switchedOff(kept: Texts): Promise<WorkFolder> {
    const folder = await remembering(kept)
    folder.write('../home/.config/countersign/countersign.toml', '[memory]\nenabled = false\n')
    return folder
  }

  test('what was kept before can be seen, exported and deleted', async () => {
    const folder = await switchedOff({ facts: ['I like pie', 'I use vim'], wishes: [draft('my name is Jo')] })
    expect(await folder.run('memory', 'list')).toMatchObject({
      code: 0,
      err: expect.stringContaining('[memory] enabled = false'),
    })
    expect(await texts(folder)).toEqual(['I use vim', 'I like pie'])
    expect((await folder.run('memory', 'export')).out.trim().split('\n')).toHaveLength(2)
    expect(await folder.run('memory', 'forget', await firstId(folder), '--yes')).toMatchObject({
      code: 0,
      out: 'Deleted.\n',
    })
    expect(await texts(folder)).toEqual(['I like pie'])
    expect(await folder.run('memory', 'discard', await firstWish(folder))).toMatchObject({
      code: 0,
      out: 'Not kept.\n',
    })
    expect(await waiting(folder)).toEqual([])
  })

  test('nothing more is kept, and the setting is named', async () => {
    const folder = await switchedOff({ facts: ['I like pie'], wishes: [draft('my name is Jo')] })
    const [fact, wish] = [await firstId(folder), await firstWish(folder)]
    for (const words of [
      ['approve', wish],
      ['edit', wish, 'my name is Al'],
      ['edit', fact, 'I like cake'],
    ]) {
      const { code, out, err } = await folder.run('memory', ...words)
      expect([code, out]).toEqual([3, ''])
      expect(err).toContain('countersign config set memory.enabled true')
    }
    expect([await texts(folder), (await waiting(folder)).length]).toEqual([['I like pie'], 1])
  })
})

test('what waits names the fact that it contradicts', async () => {
  const folder = await remembering({ facts: ['my name is Al'], wishes: [draft('my name is Jo')] })
  const id = await firstId(folder)
  expect(await waiting(folder)).toMatchObject([{ text: 'my name is Jo', contradicts: [id] }])
  expect((await folder.run('memory', 'pending')).out).toContain(`contradicts ${id}: my name is Al`)
})

describe('the bytes of a forgotten fact', () => {
  const WORD = 'Zorblaxian'

  test('are nowhere in the state folder or the workspace, the log of the database and its word index included', async () => {
    const others = Array.from(
      { length: 120 },
      (_, at) => `I collect stamps of kind${at} and ${'very '.repeat(at % 40)}old maps`,
    )
    const folder = await remembering({
      facts: [...others, `I play the ${WORD} flute`, 'I use vim'],
      wishes: [draft(`I play the ${WORD} flute`)],
    })
    const runtime = await openTestRuntime({ root: folder.root, state: folder.state })
    const [fact] = await runtime.facts.meant(WORD)
    await runtime.facts.countUses([fact?.id ?? ''])
    expect(writtenBelow(folder.root, folder.state)).toContain(WORD)
    expect((await folder.run('memory', 'forget', fact?.id ?? '', '--yes')).code).toBe(0)
    const bytes = writtenBelow(folder.root, folder.state).toLowerCase()
    for (const part of [WORD, WORD.slice(2), 'laxian'])
      expect([part, bytes.includes(part.toLowerCase())]).toEqual([part, false])
    expect(await runtime.facts.meant('vim')).toMatchObject([{ text: 'I use vim' }])
    expect(await runtime.facts.recall('stamps', { limit: 5 })).toHaveLength(5)
  })

  test('and of what was not kept', async () => {
    const folder = await remembering({ wishes: [draft(`my name is ${WORD}`)] })
    expect((await folder.run('memory', 'discard', await firstWish(folder))).code).toBe(0)
    expect(writtenBelow(folder.root, folder.state).toLowerCase()).not.toContain(WORD.toLowerCase())
  })
})
