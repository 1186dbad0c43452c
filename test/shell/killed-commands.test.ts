import { existsSync, lstatSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import { verifyAll } from '../../src/ledger/index.ts'
import { type Runtime, callTool } from '../../src/runtime/index.ts'
import { type Caller, buildCaller } from '../children/ledger-start.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { lacksSandbox } from '../system-needs.ts'
import { type WorkFolder, workFolder } from '../work-folder.ts'
import { runs } from '../soak-scale.ts'
import { effectsOf } from './shell-world.ts'

const FILES = { 'a.txt': 'old a\n', 'src/b.txt': 'old b\n', 'src/deep/c.txt': 'old c\n' }
const RUIN = 'echo started > started\nrm -r src\necho new > a.txt\nmkdir made\necho new > made/it.txt\n'

/** Every file but our own records. */
const treeOf = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(path => !path.startsWith('.control-room') && lstatSync(join(root, path)).isFile())
      .toSorted()
      .map(path => [path, readFileSync(join(root, path), 'utf8')]),
  )

function project(script: string): WorkFolder {
  const folder = workFolder()
  for (const [path, text] of Object.entries({ ...FILES, 'run.sh': script })) folder.write(path, text)
  return folder
}

const copiesIn = (state: string): readonly string[] =>
  readdirSync(state, { recursive: true, encoding: 'utf8' }).filter(path => /changes\/change_[0-9a-f]+$/.test(path))

/** What the doctor says of copies. */
async function copiesToldBy(folder: WorkFolder): Promise<readonly { readonly says: string; readonly fix: string }[]> {
  const { value } = await folder.json('doctor')
  const findings = isJsonObject(value) && isJsonList(value['findings']) ? value['findings'] : []
  return findings.flatMap(each =>
    isJsonObject(each) && each['name'] === 'copies' ? [{ says: textOf(each['says']), fix: textOf(each['fix']) }] : [],
  )
}

const restart = ({ root, state }: WorkFolder): Promise<Runtime> => openTestRuntime({ root, state, trust: 'Trusted' })

describe.skipIf(lacksSandbox)('[SHELL-14] a runtime that is killed', () => {
  const die = async ({ root, state }: WorkFolder, moment: string, command = 'bash run.sh'): Promise<void> => {
    const start = await buildCaller('dying-caller')
    const child = start([root, state, moment, 'bash', JSON.stringify({ command })])
    child.ready.catch(() => undefined) // it never says so
    if (moment === 'running') {
      while (!existsSync(join(root, 'started'))) await sleep(5)
      await sleep(200)
      child.kill()
    }
    expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL' })
  }

  test('while an unasked command runs: the next start puts everything back, says so, and keeps what stood there', async () => {
    const folder = project(`${RUIN}sleep 60\n`)
    const before = treeOf(folder.root)
    await die(folder, 'running')
    expect(treeOf(folder.root)).not.toEqual(before)
    expect((await copiesToldBy(folder)).map(({ says }) => says)).toEqual([
      expect.stringMatching(/MB in .*changes\/change_.*call_.*interrupted or could not be taken back/),
    ])
    const { err } = await folder.run('sessions', 'list')
    expect(err).toMatch(
      /interrupted \(call_.*what it did was taken back: 5 put back, 3 removed.*kept in \.control-room\/taken-back/,
    )
    expect([treeOf(folder.root), copiesIn(folder.state), await copiesToldBy(folder)]).toEqual([before, [], []])
    expect((await folder.run('sessions', 'list')).err).not.toContain('interrupted')
  })

  test(
    'before any change of the disk, at each step of putting back: nothing is half, and the next start finishes it',
    { timeout: 600_000 },
    async () => {
      const start = await buildCaller('dying-caller')
      const dieAt = async ({ root, state }: WorkFolder, step: number): Promise<Caller> => {
        const child = start([root, state, String(step), 'bash', JSON.stringify({ command: 'bash run.sh' })])
        child.ready.catch(() => undefined) // it never says so
        await child.ended
        return child
      }
      const first = project(RUIN)
      const before = treeOf(first.root)
      const steps = Number(/it lived (\d+)/.exec((await dieAt(first, 0)).printed())?.[1])
      expect([steps > 30, treeOf(first.root)]).toEqual([true, before])
      const known = new Set([...Object.values(before), 'new\n', 'started\n'])
      const stride = Math.max(1, Math.ceil(steps / runs(3, steps)))
      for (let step = 1; step <= steps; step += stride) {
        const folder = project(RUIN)
        expect([step, (await (await dieAt(folder, step)).ended).signal]).toEqual([step, 'SIGKILL'])
        const halves = Object.values(treeOf(folder.root)).filter(text => !known.has(text))
        expect([step, halves]).toEqual([step, []])
        const runtime = await restart(folder)
        expect([step, treeOf(folder.root), copiesIn(folder.state)]).toEqual([step, before, []])
        expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
        await runtime.close()
      }
    },
  )

  test.each(['intent', 'outcome'])('at the %s of one: nothing of what it did is left', async moment => {
    const folder = project('mkdir made\necho new > made/it.txt\n')
    const before = treeOf(folder.root)
    await die(folder, moment)
    await restart(folder)
    expect([treeOf(folder.root), copiesIn(folder.state)]).toEqual([before, []])
  })

  test('when a person has looked at the call before the next start, all the same', async () => {
    const folder = project(`${RUIN}sleep 60\n`)
    const before = treeOf(folder.root)
    await die(folder, 'running')
    const { value } = await folder.json('ledger', 'verify')
    const unknown = isJsonObject(value) && isJsonList(value['unknown']) ? value['unknown'].filter(isJsonObject) : []
    expect((await folder.run('ledger', 'looked-at', textOf(unknown[0]?.['call_id']), '--yes')).code).toBe(0)
    await restart(folder)
    expect([treeOf(folder.root), copiesIn(folder.state)]).toEqual([before, []])
  })

  test('when the outcome was recorded: what it made stays, and only the copies go', async () => {
    const folder = project('mkdir made\necho new > made/it.txt\n')
    await die(folder, 'recorded')
    expect(copiesIn(folder.state)).toHaveLength(1)
    const { notices } = await restart(folder)
    expect([notices, copiesIn(folder.state)]).toEqual([[], []])
    expect(treeOf(folder.root)['made/it.txt']).toBe('new\n')
  })

  test('what was written long after the command stays, and is named with the place of its copy', async () => {
    const folder = project(`${RUIN}mkdir -p planted/.git\necho new > planted/.git/config\nsleep 60\n`)
    const { root, state } = folder
    const start = await buildCaller('dying-caller')
    const child = start([root, state, 'running', 'bash', JSON.stringify({ command: 'bash run.sh', timeout_secs: 1 })])
    child.ready.catch(() => undefined)
    while (!existsSync(join(root, 'started'))) await sleep(5)
    await sleep(200)
    child.kill()
    await child.ended
    await sleep(7_000) // its time limit, and what is added to it
    writeFileSync(join(root, 'a.txt'), 'work of today\n')
    folder.write('lib/.git/config', 'cloned today\n')
    folder.write('.git/config', 'begun today\n')
    const { notices } = await restart(folder)
    const copy = /a\.txt \(before: (change_[0-9a-f]+\/[0-9]+)\)/.exec(notices.join())?.[1] ?? ''
    const place = copiesIn(state)[0] ?? ''
    expect(readFileSync(join(state, place, '..', copy), 'utf8')).toBe('old a\n')
    expect(treeOf(root)).toEqual({
      ...FILES,
      'a.txt': 'work of today\n',
      'run.sh': expect.any(String),
      'lib/.git/config': 'cloned today\n',
      '.git/config': 'begun today\n',
    })
    expect(notices.join()).toMatch(/\.git, lib\/\.git came later and stays?|lib\/\.git, \.git came later and stays?/)
    const kept = readdirSync(join(root, '.control-room/taken-back'), { recursive: true, encoding: 'utf8' })
    expect(kept).toContainEqual(expect.stringMatching(/planted\/\.git\/config$/))
  })

  test('while an approved command was to be recorded: its work stays, and its copies until a person drops them', async () => {
    const folder = project('')
    await die(folder, 'outcome', 'rm -r src')
    const { notices } = await restart(folder)
    expect(notices).toEqual([expect.stringMatching(/approved command was interrupted \(call_.*change_[0-9a-f]+/)])
    const [told] = await copiesToldBy(folder)
    const id = /change_[0-9a-f]+/.exec(told?.fix ?? '')?.[0] ?? ''
    const place = join(folder.state, copiesIn(folder.state)[0] ?? '')
    const old = readdirSync(place).map(name => readFileSync(join(place, name), 'utf8'))
    expect(old).toEqual(expect.arrayContaining(['old b\n', 'old c\n']))
    expect((await folder.run('doctor', '--drop-copies', id)).code).toBe(2)
    expect(copiesIn(folder.state)).toHaveLength(1)
    expect((await folder.run('doctor', '--drop-copies', 'change_0', '--yes')).err).toContain('resource_unknown')
    expect((await folder.run('doctor', '--drop-copies', id, '--yes')).code).toBe(0)
    expect([copiesIn(folder.state), existsSync(join(folder.root, 'src'))]).toEqual([[], false])
  })

  test('copies of a command that runs are not dropped', async () => {
    const folder = project('sleep 2\n')
    const runtime = await restart(folder)
    const running = callTool({ tool: 'bash', args: { command: 'bash run.sh' }, allow: ['SystemExecute'] }, runtime)
    while (copiesIn(folder.state).length === 0) await sleep(5)
    const id = /change_[0-9a-f]+/.exec(copiesIn(folder.state)[0] ?? '')?.[0] ?? ''
    expect((await folder.run('doctor', '--drop-copies', id, '--yes')).err).toContain('tool_busy')
    expect([(await running).fault, effectsOf(await running)['changes']]).toEqual([null, []])
  })

  test('copies that all commands wait for are named by doctor, and dropped, while the runtime goes on', async () => {
    const folder = project(`${RUIN}sleep 1\n`)
    const runtime = await restart(folder)
    const call = (command: string): ReturnType<typeof callTool> =>
      callTool({ tool: 'bash', args: { command }, allow: ['SystemExecute'] }, runtime)
    const running = call('bash run.sh')
    while (!existsSync(join(folder.root, 'made/it.txt'))) await sleep(5)
    for (const place of copiesIn(folder.state)) rmSync(join(folder.state, place, '0'))
    expect([(await running).fault?.code, (await call('mkdir other')).fault?.code]).toEqual([
      'rollback_incomplete',
      'rollback_incomplete',
    ])
    const [told] = await copiesToldBy(folder)
    const id = /change_[0-9a-f]+/.exec(told?.fix ?? '')?.[0] ?? ''
    expect((await folder.run('doctor', '--drop-copies', id, '--yes')).code).toBe(0)
    expect((await call('mkdir other')).fault).toBeNull()
  })
})
