#!/usr/bin/env node
// Builds dist/: types, the library's entry points, and the command line in dist/cli/, bundled with shared chunks.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { withLock } from './lock.mjs'
import { pruneTypes } from './prune-types.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await withLock(root, build)
  } catch (thrown) {
    console.error(`countersign: ${thrown.message}`)
    process.exitCode = 1
  }
}

/** Builds beside dist and swaps at the end, so a failed build leaves the last good one. The caller holds the lock. */
export async function build() {
  console.error('countersign: building dist/')
  const started = new Date()
  const fresh = join(root, '.cache', 'build')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  compile(fresh)
  pruneTypes(root, fresh)
  await bundle(fresh)
  await buildConsole(fresh)
  sign(fresh, started)
  swap(fresh, join(root, 'dist'))
}

/** Types come from the compiler, file by file; the code is bundled below. */
function compile(out) {
  const done = spawnSync(
    process.execPath,
    [tsc, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', out],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (done.status !== 0) throw new Error(`the sources do not compile:\n${done.stdout}${done.stderr}`)
}

/** The console, with its types checked. */
async function buildConsole(out) {
  const checked = spawnSync(process.execPath, [tsc, '-p', 'web/tsconfig.json'], { cwd: root, encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`the console does not compile:\n${checked.stdout}${checked.stderr}`)
  process.env.NODE_ENV = 'production' // a test that builds must not leave a build for tests
  const { build: vite } = await import('vite')
  await vite({ configFile: join(root, 'web', 'vite.config.ts'), build: { outDir: join(out, 'web') } })
}

/** Dated at the start: what is edited during a build is newer than the build. */
function sign(out, started) {
  const stamp = join(out, '.built')
  writeFileSync(stamp, '')
  utimesSync(stamp, started, started)
}

function swap(fresh, target) {
  const old = join(root, '.cache', 'build-old')
  rmSync(old, { recursive: true, force: true })
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}
