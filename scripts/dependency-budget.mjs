// What a user of the package has to install: few packages, few bytes, and a lockfile that names no download host.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { walk } from './test-files.mjs'

const MAX_PACKAGES = 40
const MAX_MEGABYTES = 25

/** One line per broken rule; a folder without a lockfile has nothing to install. */
export function brokenBudget(root) {
  const lockfile = join(root, 'package-lock.json')
  if (!existsSync(lockfile)) return []
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'))
  const production = Object.keys(packages).filter(path => path !== '' && isProduction(packages[path]))
  return [...tooMany(production), ...tooHeavy(root, production), ...namesHost(packages)]
}

const isProduction = entry => !entry.dev && !entry.optional && !entry.devOptional && !entry.peer

function tooMany(production) {
  return production.length > MAX_PACKAGES
    ? [`package-lock.json: ${production.length} production packages, at most ${MAX_PACKAGES}`]
    : []
}

function tooHeavy(root, production) {
  const missing = production.filter(path => !existsSync(join(root, path)))
  if (missing.length > 0) return [`${missing[0]} is not installed, so it cannot be weighed; run npm ci`]
  const files = production.flatMap(path => walk(join(root, path))) // nested node_modules are entries of their own
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6
  return megabytes > MAX_MEGABYTES
    ? [`node_modules: production packages weigh ${megabytes.toFixed(1)} MB, at most ${MAX_MEGABYTES}`]
    : []
}

function namesHost(packages) {
  const named = Object.keys(packages).find(path => /^https?:/.test(packages[path].resolved ?? ''))
  return named === undefined
    ? []
    : [`package-lock.json: ${named} names its download host; keep omit-lockfile-registry-resolved in .npmrc`]
}
