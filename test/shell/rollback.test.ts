import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { compareWith } from '../../src/executors/shell/transaction/compare.ts'
import { type Recovery, recoverTransactions } from '../../src/executors/shell/transaction/recover.ts'
import { rollBack } from '../../src/executors/shell/transaction/roll-back.ts'
import { encodePlan, planRollback } from '../../src/executors/shell/transaction/rollback-plan.ts'
import { type Snapshot, takeSnapshot } from '../../src/executors/shell/transaction/snapshot.ts'
import { writeJsonWhole } from '../../src/executors/shell/transaction/store-place.ts'
import { type Survey, surveyWorkspace } from '../../src/executors/shell/transaction/survey.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { shellWorld } from './shell-world.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { runs } from '../soak-scale.ts'

type Bench = {
  readonly root: string
  readonly place: string
  readonly planFile: string
  readonly snapshot: Snapshot
  readonly old: unknown
}

const survey = (root: string): Survey => {
  const workspace = openWorkspace({ root, rules: { denyRead: [], allowRead: [] } })
  const found = surveyWorkspace({
    workspace,
    reach: 'build',
    someOnly: false,
    someClosed: false,
    readOnlyFolders: new Set(),
  })
  workspace.close()
  return found
}

/** Everything that a person would miss: kinds, modes, bytes, links. */
function treeOf(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    path => !/(^|\/)\.countersign-[0-9a-f]{24}\.tmp$/.test(path),
  )
  return Object.fromEntries(entries.toSorted().map(path => [path, stateOf(join(root, path))]))
}
function stateOf(path: string): string {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return `link ${readlinkSync(path)}`
  return found.isDirectory()
    ? `folder ${(found.mode & 0o777).toString(8)}`
    : `file ${(found.mode & 0o777).toString(8)} ${readFileSync(path, 'utf8')}`
}

/** A tree, and what a wild command makes of it. */
function ravaged(): Bench {
  const { path } = temporaryFolder()
  const [root, place] = [join(path, 'root'), join(path, 'place')]
  mkdirSync(join(root, 'deep', 'er'), { recursive: true })
  for (const name of ['a', 'b', 'c', 'deep/d', 'deep/er/e', 'becomes-folder', 'becomes-link', 'tool.sh'])
    writeFileSync(join(root, name), `old ${name}\n`.repeat(50))
  chmodSync(join(root, 'tool.sh'), 0o755)
  symlinkSync('a', join(root, 'link'))
  const old = treeOf(root)
  const before = survey(root)
  const taken = takeSnapshot({ place, root, entries: before.entries, maxBytes: 0, includes: () => true })
  if (!taken.ok) throw new Error(taken.error.message)
  writeFileSync(join(root, 'a'), 'new a')
  rmSync(join(root, 'b'))
  chmodSync(join(root, 'tool.sh'), 0o600)
  rmSync(join(root, 'deep'), { recursive: true })
  symlinkSync('/nowhere', join(root, 'deep'))
  rmSync(join(root, 'becomes-folder'))
  mkdirSync(join(root, 'becomes-folder', 'x'), { recursive: true })
  writeFileSync(join(root, 'becomes-folder', 'x', 'y'), 'created')
  rmSync(join(root, 'becomes-link'))
  symlinkSync('/etc/hostname', join(root, 'becomes-link'))
  rmSync(join(root, 'link'))
  symlinkSync('b', join(root, 'link'))
  writeFileSync(join(root, 'created'), 'created')
  const { plan } = planRollback(compareWith(taken.value, survey(root).entries), taken.value)
  const planFile = join(path, 'plan.json')
  writeJsonWhole(planFile, encodePlan(plan))
  return { root, place, planFile, snapshot: taken.value, old }
}

const CHILD = fileURLToPath(new URL('rollback-child.ts', import.meta.url))
const die = ({ snapshot, planFile }: Bench, at: number): { readonly signal: string | null; readonly count: number } => {
  const child = spawnSync(process.execPath, ['--import', 'tsx', CHILD, snapshot.folder, planFile, String(at)], {
    encoding: 'utf8',
  })
  return { signal: child.signal, count: Number(/"count":([0-9]+)/.exec(child.stdout)?.[1] ?? 0) }
}
/** As if the process that owned the transaction were gone. */
const orphan = ({ snapshot }: Bench): void =>
  writeJsonWhole(join(snapshot.folder, 'owner.json'), { pid: 4_194_300, started: 'never' })

/** What a start finds out about commands of a process that is gone. */
function recovery(bench: Bench): Recovery {
  const workspace = openWorkspace({ root: bench.root, rules: { denyRead: [], allowRead: [] } })
  const parts = { place: bench.place, workspace, someOnly: false, someClosed: false, isPending: () => true }
  const found = recoverTransactions(parts)
  workspace.close()
  return found
}

describe('a rollback', () => {
  test('[SHELL-14] puts everything back: bytes, modes, links, folders, and what came in their places is gone', () => {
    const bench = ravaged()
    const plan = planRollback(compareWith(bench.snapshot, survey(bench.root).entries), bench.snapshot).plan
    expect(rollBack(bench.snapshot.folder, plan)).toMatchObject({ ok: true })
    expect(treeOf(bench.root)).toEqual(bench.old)
  })

  test(
    '[SHELL-14] that is killed at any write leaves each file old or new, never half, and the next start finishes it',
    { timeout: 600_000 },
    () => {
      const { count } = die(ravaged(), 0)
      expect(count).toBeGreaterThan(40)
      const stride = Math.max(1, Math.floor(count / runs(12, count)))
      for (let at = 1; at <= count; at += stride) {
        const bench = ravaged()
        const fresh = treeOf(bench.root)
        expect([at, die(bench, at).signal]).toEqual([at, 'SIGKILL'])
        for (const [path, state] of Object.entries(treeOf(bench.root))) {
          if (!state.startsWith('file')) continue
          const known = [String(Object(bench.old)[path] ?? ''), fresh[path] ?? ''].map(bytesOf)
          expect([at, path, known.includes(bytesOf(state))]).toEqual([at, path, true])
        }
        orphan(bench)
        const hadPlan = existsSync(join(bench.snapshot.folder, 'rollback.json'))
        expect(recovery(bench).fault).toBeUndefined()
        if (hadPlan) expect([at, treeOf(bench.root)]).toEqual([at, bench.old])
        expect(readdirSync(bench.place)).toEqual([])
        expect(
          readdirSync(bench.root, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.tmp')),
        ).toEqual([])
      }
    },
  )

  test('[SHELL-14] with a copy missing or damaged is a hard error that names the file, and puts back the rest', () => {
    for (const harm of ['missing', 'damaged']) {
      const bench = ravaged()
      const copy = bench.snapshot.copyOf('a') ?? ''
      const plan = planRollback(compareWith(bench.snapshot, survey(bench.root).entries), bench.snapshot).plan
      if (harm === 'missing') rmSync(copy)
      else writeFileSync(copy, 'something else')
      const done = rollBack(bench.snapshot.folder, plan)
      expect(done).toMatchObject({ ok: false, error: { code: 'rollback_incomplete' } })
      expect(!done.ok && done.error.message).toContain('a (its copy is missing or damaged)')
      expect(treeOf(bench.root)).toMatchObject({ a: 'file 644 new a', b: Object(bench.old)['b'] })
      orphan(bench)
      expect(recovery(bench).fault?.code).toBe('rollback_incomplete')
    }
  })

  test('never follows a folder that is a link by now', () => {
    const bench = ravaged()
    const outside = temporaryFolder().path
    const plan = planRollback(compareWith(bench.snapshot, survey(bench.root).entries), bench.snapshot).plan
    rmSync(join(bench.root, 'deep'))
    symlinkSync(outside, join(bench.root, 'deep'))
    const steps = plan.steps.filter(step => step.act === 'file')
    expect(rollBack(bench.snapshot.folder, { ...plan, steps }).ok).toBe(false)
    expect(readdirSync(outside)).toEqual([])
  })

  test('a plan that leads out of the workspace, or is damaged, is not carried out', () => {
    const bench = ravaged()
    const outside = join(bench.root, '..', 'victim')
    writeFileSync(outside, 'mine')
    for (const path of ['../victim', '/etc/hostname', 'deep/../../victim'])
      expect(
        rollBack(bench.snapshot.folder, {
          root: bench.root,
          steps: [{ act: 'remove', path, kind: 'file', sha256: null }],
        }).ok,
      ).toBe(false)
    expect(readFileSync(outside, 'utf8')).toBe('mine')
    writeFileSync(join(bench.snapshot.folder, 'rollback.json'), '{"root": 5}')
    orphan(bench)
    expect(recovery(bench).fault?.code).toBe('rollback_incomplete')
  })
})

const bytesOf = (state: string): string => state.replace(/^file [0-7]+ /, '')

test('[SHELL-14] an interrupted rollback is finished when the workspace is opened again, before anything else is called', async () => {
  const world = await shellWorld()
  world.put('a.txt', 'old')
  const place = join(world.state, 'workspaces', readdirSync(join(world.state, 'workspaces'))[0] ?? '', 'changes')
  const taken = takeSnapshot({
    place,
    root: world.root,
    entries: survey(world.root).entries,
    maxBytes: 0,
    includes: () => true,
  })
  if (!taken.ok) throw new Error(taken.error.message)
  world.put('a.txt', 'new')
  const { plan } = planRollback(compareWith(taken.value, survey(world.root).entries), taken.value)
  writeJsonWhole(join(taken.value.folder, 'rollback.json'), encodePlan(plan))
  writeJsonWhole(join(taken.value.folder, 'owner.json'), { pid: 4_194_300, started: 'never' })
  await openTestRuntime({ root: world.root, state: world.state })
  expect([world.get('a.txt'), world.copies()]).toEqual(['old', []])
})
