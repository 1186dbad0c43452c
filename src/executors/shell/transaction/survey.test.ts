import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { configWith, testWorkspace } from '../../../../test/open-test-runtime.ts'
import { createVault } from '../../../storage/index.ts'
import { openWorkspace } from '../../../workspace/index.ts'
import { createPolicyHolder } from '../policy.ts'
import { shellSettings } from '../settings.ts'
import { valuesOf } from '../../../runtime/config/index.ts'
import { runInTransaction } from './run-in-transaction.ts'
import { type Surveying, surveyWorkspace } from './survey.ts'

const shown: Parameters<typeof runInTransaction>[0]['present'] = ({ fault: error }) =>
  error ? { ok: false, error } : { ok: true, value: { text: '', sources: [] } }

const NOBODY = 65_534

/** Root may read everything, so the test steps down for a moment. */
function asNobody(): void {
  if (process.geteuid?.() !== 0) return
  process.seteuid?.(NOBODY)
  onTestFinished(() => process.seteuid?.(0))
}

function closedFolder(): { readonly surveying: Surveying; readonly place: string } {
  const { root, state } = testWorkspace()
  for (const folder of [root, join(root, '..')]) chmodSync(folder, 0o755)
  mkdirSync(state)
  chmodSync(state, 0o777)
  mkdirSync(join(root, 'closed'))
  writeFileSync(join(root, 'closed/a.txt'), 'x')
  chmodSync(join(root, 'closed'), 0o000)
  onTestFinished(() => chmodSync(join(root, 'closed'), 0o755))
  const workspace = openWorkspace({ root, rules: { denyRead: [], allowRead: [] } })
  const surveying = {
    workspace,
    reach: 'build',
    someOnly: false,
    someClosed: false,
    readOnlyFolders: new Set<string>(),
  } as const
  return { surveying, place: join(state, 'changes') }
}

test('a folder that cannot be read is named, unless it stays as it is anyway', () => {
  const { surveying } = closedFolder()
  asNobody()
  expect(surveyWorkspace(surveying).unreadable).toEqual(['closed'])
  expect(surveyWorkspace({ ...surveying, readOnlyFolders: new Set(['closed']) }).unreadable).toEqual([])
})

test('a file that cannot be read is kept from an unasked command, and is no new file after it', () => {
  const { surveying } = closedFolder()
  const { root } = surveying.workspace
  rmSync(join(root, 'closed'), { recursive: true })
  mkdirSync(join(root, 'closed'))
  writeFileSync(join(root, 'secret.txt'), 'mine')
  chmodSync(join(root, 'secret.txt'), 0o000)
  for (const path of ['.', 'secret.txt']) chownSync(join(root, path), NOBODY, NOBODY)
  asNobody()
  const before = surveyWorkspace(surveying)
  const after = surveyWorkspace({ ...surveying, before })
  for (const { fixed, entries } of [before, after])
    expect([fixed, entries.has('secret.txt')]).toEqual([[join(root, 'secret.txt')], false])
})

test('nothing runs unasked beside a folder that cannot be read, because nobody would see what it does there', async () => {
  const { surveying, place } = closedFolder()
  const policy = (await createPolicyHolder(valuesOf(configWith({}), shellSettings))).current()
  const vault = createVault(join(place, 'vault'))
  let runs = 0
  const run = async (): ReturnType<Parameters<typeof runInTransaction>[0]['run']> => {
    runs++
    throw new Error('it must not run')
  }
  asNobody()
  const facts = { call: 'call_1', guarded: true, limitMs: 1_000, readOnlyFolders: [] }
  const ended = await runInTransaction(
    { ...facts, surveying, run, policy, ownAct: false, present: shown, whenRecorded: undefined },
    { ...surveying, place, vault, isPending: () => false },
  )
  expect([ended.ok ? 'ran' : ended.error.code, runs]).toEqual(['snapshot_failed', 0])
  expect(ended).toMatchObject({ error: { message: expect.stringContaining('"closed" cannot be read') } })
})
