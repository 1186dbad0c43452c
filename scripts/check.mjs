#!/usr/bin/env node
// `npm test`: installs what is missing from npm, then format, lint, types, rooms, requirements, tests. Every step but
// the last counts as one test; all run even if one fails. `npm test -- FILTER…` runs only the tests that the filters
// name; they are handed to vitest as they are.
import { join } from 'node:path'
import { installPeers } from './install-peers.mjs'
import { npmBrowser } from './npm-browser.mjs'
import { close, root, run, runTests } from './run-tests.mjs'

const FINISHED_ISSUES = [1, 2, 3, 4, 5, 6] // issues whose every requirement must stay proven

const installed = (...path) => join(root, 'node_modules', ...path)
const tsc = project => [installed('typescript', 'bin', 'tsc'), '-p', project]
const STEPS = {
  format: [installed('oxfmt', 'bin', 'oxfmt'), '--check'],
  lint: [installed('oxlint', 'bin', 'oxlint'), '--format=unix'],
  types: tsc('tsconfig.json'),
  'web types': tsc('web/tsconfig.json'),
  'browser test types': tsc('test/console/tsconfig.json'),
  rooms: [join(root, 'scripts', 'check-rooms.mjs')],
  requirements: [join(root, 'scripts', 'requirements.mjs'), '--require', FINISHED_ISSUES.join(',')],
}
/** In a full run a failed test gets one second try; a developer who names a test wants to see it fail. */
const FULL_RUN = ['--allowOnly=false', '--retry=1']
const SLOWEST_FOLDERS = 8

const filters = process.argv.slice(2)
const started = performance.now()
const env = await timed('packages', installAll)
if (filters.length > 0) await checkSome()
else await checkAll()

async function installAll() {
  await installPeers()
  if (process.platform === 'linux' && process.arch === 'x64') await installPeers(['tools/node24'])
  const browser = await npmBrowser(root)
  return browser === undefined ? {} : { COUNTERSIGN_TEST_CHROMIUM: browser }
}

async function checkSome() {
  const tally = await runTests(filters, { quiet: false, env })
  close({ ...tally, ...(namesTests(filters) && { skipped: [] }) })
}

async function checkAll() {
  const total = { passed: 0, failed: 0, skipped: [], again: [] }
  const add = ({ passed, failed, skipped, again = [] }) => {
    total.passed += passed
    total.failed += failed
    total.skipped.push(...skipped)
    total.again.push(...again)
  }
  for (const [name, args] of Object.entries(STEPS)) add(await step(name, () => runOne(args)))
  for (const [name, project] of [
    ['pure rooms', 'pure'],
    ['everything else', 'rest'],
  ]) {
    const tests = await step(name, () => runTests(['--project', project, ...FULL_RUN], { env }))
    add(tests)
    reportFolders(tests.seconds)
  }
  console.log(`  ${'in all'.padEnd(19)} ${secondsSince(started)}`)
  close(total)
}

async function runOne(args) {
  const { ok, output } = await run(args)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [], output }
}

/** One line a step; what it said is worth reading only if it failed. */
async function step(name, work) {
  const began = performance.now()
  const result = await work()
  const ok = result.failed === 0
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(19)} ${secondsSince(began)}`)
  if (!ok) console.log(result.output.trimEnd().replaceAll(/^/gm, '  '))
  return result
}

async function timed(name, work) {
  const began = performance.now()
  const result = await work()
  console.log(`✓ ${name.padEnd(19)} ${secondsSince(began)}`)
  return result
}

/** Two workers share the work, so these add up to more than the line above them. */
function reportFolders(seconds) {
  const slowest = seconds.slice(0, SLOWEST_FOLDERS).map(([folder, taken]) => `${folder} ${Math.round(taken)} s`)
  console.log(`    ${slowest.join(' · ')}`)
}

function secondsSince(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

/** With a title pattern vitest reports every other test as skipped, which says nothing. */
function namesTests(args) {
  return args.some(arg => /^(-t|--testNamePattern)/.test(arg))
}
