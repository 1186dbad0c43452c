#!/usr/bin/env node
// `npm test`: format, lint, types, rooms, tests. Every step but the last counts as one test; all run even if one fails.
// `npm test -- FILTER…` runs only the tests that the filters name; they are handed to vitest as they are.
import { join } from 'node:path'
import { close, root, run, runTests } from './run-tests.mjs'

const FINISHED_ISSUES = [1, 2, 3, 4, 5, 6] // issues whose every requirement must have a test from now on

const installed = (...path) => join(root, 'node_modules', ...path)
const STEPS = {
  format: [installed('oxfmt', 'bin', 'oxfmt'), '--check'],
  lint: [installed('oxlint', 'bin', 'oxlint'), '--format=unix'],
  types: [installed('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'],
  rooms: [join(root, 'scripts', 'check-rooms.mjs')],
  ...(FINISHED_ISSUES.length > 0 && {
    requirements: [join(root, 'scripts', 'requirements.mjs'), '--require', FINISHED_ISSUES.join(',')],
  }),
}

const filters = process.argv.slice(2)
if (filters.length > 0)
  close({ ...(await runTests(filters, { quiet: false })), ...(namesTests(filters) && { skipped: [] }) })
else await checkAll()

async function checkAll() {
  const total = { passed: 0, failed: 0, skipped: [], again: [] }
  const add = ({ passed, failed, skipped, again = [] }) => {
    total.passed += passed
    total.failed += failed
    total.skipped.push(...skipped)
    total.again.push(...again)
  }
  for (const [name, args] of Object.entries(STEPS)) add(await step(name, () => runOne(args)))
  add(await step('tests', () => runTests(['--allowOnly=false'])))
  close(total)
}

async function runOne(args) {
  const { ok, output } = await run(args)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [], output }
}

/** One line a step; what it said is worth reading only if it failed. */
async function step(name, work) {
  const started = performance.now()
  const result = await work()
  const ok = result.failed === 0
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(12)} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (!ok) console.log(result.output.trimEnd().replaceAll(/^/gm, '  '))
  return result
}

/** With a title pattern vitest reports every other test as skipped, which says nothing. */
function namesTests(args) {
  return args.some(arg => /^(-t|--testNamePattern)/.test(arg))
}
