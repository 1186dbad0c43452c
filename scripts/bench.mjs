#!/usr/bin/env node
// `npm run bench [-- NAME… --flags]`: runs bench/NAME/run.ts, or all of them, one after the other; flags go to each.
// What they compare with is installed into bench/node_modules, once per lockfile; without it they measure only ourselves.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { root, run } from './run-tests.mjs'

const folder = join(root, 'bench')
const all = existsSync(folder)
  ? readdirSync(folder)
      .filter(name => existsSync(join(folder, name, 'run.ts')))
      .toSorted()
  : []
const args = process.argv.slice(2)
const wanted = args.filter(arg => all.includes(arg))
const passedOn = args.filter(arg => !all.includes(arg))
const unknown = passedOn.filter(arg => !arg.startsWith('-'))

if (all.length === 0) console.error('There is no bench/*/run.ts yet.')
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exitCode = 1
} else {
  await withLock(root, installPeers)
  for (const name of wanted.length > 0 ? wanted : all) {
    console.log(`\n# bench/${name}`)
    const { ok } = await run(['--import', 'tsx', join(folder, name, 'run.ts'), ...passedOn], { quiet: false })
    if (!ok) process.exitCode = 1
  }
}

function installPeers() {
  const marker = join(folder, 'node_modules', '.countersign-lock')
  const lockfile = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const wantedMark = `${process.platform}-${process.arch} ${lockfile}\n`
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wantedMark) return
  console.error('countersign: installing what the benches compare with (npm ci in bench/, once per lockfile)')
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...options], { cwd: folder, encoding: 'utf8' })
    : spawnSync('npm', options, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
  if (done.status === 0) writeFileSync(marker, wantedMark)
  else console.error(`countersign: npm ci failed in bench/, so some are missing:\n${done.stderr ?? ''}${done.error?.message ?? ''}`)
}
