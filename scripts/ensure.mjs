#!/usr/bin/env node
// Makes a fresh clone usable: installs once per lockfile and, with --build, builds when sources are newer. Node
// built-ins only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

const OLDEST_NODE = [20, 19]
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const marker = join(root, 'node_modules', '.countersign-lock')
const stamp = join(root, 'dist', '.built')

try {
  refuseOldNode()
  await ensure({ build: process.argv.includes('--build') })
} catch (thrown) {
  console.error(`countersign: ${thrown.message}`)
  process.exitCode = 1
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  throw new Error(
    `Node ${OLDEST_NODE.join('.')} or newer is needed, this is ${process.versions.node}. ` +
      'Install a newer Node, then try again.',
  )
}

async function ensure({ build }) {
  if (isInstalled() && !(build && isBuildOld())) return
  await withLock(root, async () => {
    if (!isInstalled()) install()
    if (build && isBuildOld()) await (await import('./build.mjs')).build()
  })
}

function isInstalled() {
  const wanted = fingerprint()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return true
  if (!installedByHand()) return false
  writeFileSync(marker, wanted)
  return true
}

function fingerprint() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${process.platform}-${process.arch} ${lockfile}\n`
}

/** After a plain `npm install` npm's own record says that all is there: nothing to do again. */
function installedByHand() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const found = packagesOf(record)
  const agrees = ([path, { integrity }]) => wanted[path]?.integrity === integrity && existsSync(join(root, path))
  const isThere = ([path, entry]) => path === '' || entry.optional === true || path in found
  return Object.entries(found).every(agrees) && Object.entries(wanted).every(isThere)
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}

function install() {
  console.error('countersign: installing dependencies from package-lock.json (npm ci, once per lockfile)')
  rmSync(marker, { force: true })
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const run = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...options], run)
    : spawnSync('npm', options, { ...run, shell: process.platform === 'win32' })
  if (done.status !== 0)
    throw new Error(explain(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`))
  writeFileSync(marker, fingerprint())
}

function explain(output) {
  const said = output.trim().split('\n').slice(-15).join('\n  ')
  return `npm ci failed:\n  ${said}\n${advice(output)}`
}

function advice(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|network/i.test(output))
    return (
      'The package registry cannot be reached. Connect to the network (or set a reachable one: ' +
      'npm config set registry URL), then try again.'
    )
  if (/EUSAGE|in sync/.test(output))
    return 'package.json and package-lock.json disagree. Run npm install, commit the lockfile, then try again.'
  if (/ENOENT.*npm|not recognized/.test(output))
    return 'npm is not on the PATH. Install it together with Node, then try again.'
  return 'Fix what npm names above, then try again; deleting node_modules is safe.'
}

function isBuildOld() {
  if (!existsSync(stamp)) return true
  const built = statSync(stamp).mtimeMs
  const configs = readdirSync(root).filter(name => name === 'package.json' || /^tsconfig.*\.json$/.test(name))
  return [...configs, 'scripts/build.mjs', 'scripts/bundle.mjs', 'src', 'web'].some(
    path => newest(join(root, path)) > built,
  )
}

/** Folders count as well: deleting a file touches its folder only. */
function newest(path) {
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))))
}
