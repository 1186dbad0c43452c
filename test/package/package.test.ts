import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isJsonList, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { type Ask, askAs } from '../http-server.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KB = 1_000
const TOOLS = join(ROOT, 'tools', 'node_modules', '.bin')

const run = (
  command: string,
  args: readonly string[],
  cwd = ROOT,
): { readonly code: number | null; readonly said: string } => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { code: status, said: `${stdout}${stderr}` }
}

type Packed = {
  readonly file: string
  readonly size: number
  readonly unpackedSize: number
  readonly paths: readonly string[]
}

function pack(folder: string): Packed {
  const built = run(process.execPath, [join(ROOT, 'scripts', 'ensure.mjs'), '--build'])
  if (built.code !== 0) throw new Error(built.said)
  const args = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder]
  const [told] = JSON.parse(spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' }).stdout)
  const paths = told.files.map(({ path }: { readonly path: string }) => path)
  return { file: join(folder, told.filename), size: told.size, unpackedSize: told.unpackedSize, paths }
}

describe('the packed package', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pack-'))
  let packed: Packed
  beforeAll(() => {
    packed = pack(folder)
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is small, and holds what runs and what can be imported, no tests, no sources, no maps', () => {
    expect(packed.size).toBeLessThan(1_180 * KB)
    expect(packed.unpackedSize).toBeLessThan(4_000 * KB)
    expect(packed.paths.length).toBeLessThan(600)
    for (const needed of [
      'LICENSE',
      'README.md',
      'bin/countersign.js',
      'dist/cli/main.js',
      'dist/index.d.ts',
      'dist/web/index.html',
    ])
      expect(packed.paths).toContain(needed)
    expect(
      packed.paths.filter(path => /\.test\.|\.map$|^(?:src|test|bench|web|docs|scripts|tools)\//.test(path)),
    ).toEqual([])
    expect(packed.paths.filter(path => path.endsWith('.ts') && !/\.d\.ts$|^examples\//.test(path))).toEqual([])
  })

  test('publint has nothing to say about it, not even advice', () => {
    expect(run(join(TOOLS, 'publint'), [packed.file, '--strict'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('All good!'),
    })
  })

  test('its types are what each entry point is, for everybody who can load it', () => {
    const { code, said } = run(join(TOOLS, 'attw'), [packed.file, '--profile', 'esm-only', '--format', 'json'])
    const told = JSON.parse(said)
    const entries = Object.keys(told.analysis.entrypoints)
    expect(entries.toSorted()).toEqual(['.', './catalog', './core', './ledger', './package.json', './protocol'])
    const counted = told.analysis.problems.filter(
      ({ resolutionKind }: { resolutionKind?: string }) => !/^node10$|cjs/.test(resolutionKind ?? ''),
    )
    expect([code, counted]).toEqual([0, []])
  })

  test('npx countersign in a folder of Markdown: the first suggested question gives a repaired call, a receipt and a verified quote', async () => {
    const home = temporaryFolder().path
    const notes = join(home, 'notes')
    mkdirSync(notes)
    writeFileSync(
      join(notes, 'bread.md'),
      '# Rye bread\n\nThe dough rests for twelve hours before it goes into the oven.\n',
    )
    const { api, version } = await startWithNpx(packed.file, { home, workspace: notes })
    const start = (await api('GET', '/api/start')).json
    expect(start).toMatchObject({ version, workspace: { path: notes, is_example: false }, model: { is_demo: true } })
    const [question] = isJsonList(start['to_try']) ? start['to_try'] : []
    expect(question).toContain('bread.md')
    const { json } = await api('POST', '/api/ai/chat', { message: question ?? '' })
    expect(json).toMatchObject({ stopped: null, evidence: { verdict: 'verified' } })
    const receipts = isJsonList(json['receipts']) ? json['receipts'].map(textOf) : []
    expect(receipts.length).toBeGreaterThan(0)
    const { attempts } = (await api('GET', `/api/attempts?turn_id=${textOf(json['turn'])}`)).json
    expect(isJsonList(attempts) && attempts.map(each => isJsonObject(each) && each['outcome'])).toContain('rejected')
    expect((await api('POST', '/api/audit/verify', { receipt_id: receipts[0] })).json).toMatchObject({
      verified: 1,
      failed: [],
    })
    expect((await fetch(api.origin)).headers.get('content-type')).toContain('text/html')
    expect(importable(home)).toEqual({
      '.': true,
      './core': true,
      './protocol': true,
      './catalog': true,
      './ledger': true,
    })
  })
})

type Started = { readonly api: Ask & { readonly origin: string }; readonly version: string }

/** As a person would who has never heard of it, but with the packages that npm has kept already. */
async function startWithNpx(
  tarball: string,
  place: { readonly home: string; readonly workspace: string },
): Promise<Started> {
  const cache = join(place.home, 'cache')
  mkdirSync(cache)
  const kept = join(run('npm', ['config', 'get', 'cache', '--loglevel=error']).said.trim(), '_cacache')
  if (existsSync(kept)) symlinkSync(kept, join(cache, '_cacache'))
  const child = spawn('npx', ['--yes', '--prefer-offline', `--package=${tarball}`, 'countersign'], {
    cwd: place.workspace,
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: place.home,
      NO_COLOR: '1',
      npm_config_cache: cache,
      npm_config_update_notifier: 'false',
    },
  })
  onTestFinished(() => stop(child))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!/#code=\S+\s/.test(said)) {
    if (child.exitCode !== null) throw new Error(said)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const { origin, hash } = new URL(/http:\S+#code=\S+/.exec(said)?.[0] ?? '')
  const login = await askAs(origin, undefined)('POST', '/api/login', { code: hash.slice('#code='.length) })
  const ask = askAs(origin, textOf(login.json['token']))
  return { api: Object.assign(ask, { origin }), version: /Countersign (\S+),/.exec(said)?.[1] ?? '' }
}

/** npx and what it started are one group; none of it outlives the test. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGTERM')
  await gone
}

/** Loads every entry point of the copy that npx installed, in a process of its own. */
function importable(home: string): unknown {
  const [installed = ''] = readdirSync(join(home, 'cache', '_npx'))
  const place = join(home, 'cache', '_npx', installed)
  const { exports } = JSON.parse(readFileSync(join(place, 'node_modules', 'countersign', 'package.json'), 'utf8'))
  const entries = Object.keys(exports).filter(entry => entry !== './package.json')
  const code = `const all = {}; for (const entry of ${JSON.stringify(entries)}) all[entry] = Object.keys(await import('countersign' + entry.slice(1))).length > 0; console.log(JSON.stringify(all))`
  return parseJsonText(run(process.execPath, ['--input-type=module', '-e', code], place).said)
}
