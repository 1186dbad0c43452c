#!/usr/bin/env node
// Installs what tests and benches need besides our own packages, once per lockfile: in bench/ the peers that benches
// compare with and the clients that tests use, in tools/ what looks at the packed package, below it a browser and a
// Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { root } from './run-tests.mjs'

const FOLDERS = ['bench', 'tools']

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await installPeers()

/** A folder that cannot be installed is reported, and what needs it fails. */
export async function installPeers(folders = FOLDERS) {
  await withLock(root, () => folders.forEach(name => install(name)))
}

function install(name) {
  const folder = join(root, name)
  const marker = join(folder, 'node_modules', '.countersign-lock')
  const lockfile = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const wantedMark = `${process.platform}-${process.arch} ${lockfile}\n`
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wantedMark) return
  console.error(`countersign: npm ci in ${name}/ (once per lockfile)`)
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...options], { cwd: folder, encoding: 'utf8' })
    : spawnSync('npm', options, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
  if (done.status === 0) writeFileSync(marker, wantedMark)
  else console.error(`countersign: npm ci failed in ${name}/:\n${done.stderr ?? ''}${done.error?.message ?? ''}`)
}
