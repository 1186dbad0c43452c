// Runs vitest and counts. Used by check.mjs and soak.mjs, so that both end in the same line.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a program of the checkout with node; `quiet` keeps its output for the caller instead of showing it. */
export function run(args, { quiet = true, env = {} } = {}) {
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', text => (output += text))
    child.stderr?.setEncoding('utf8').on('data', text => (output += text))
    child.on('error', reject)
    child.on('close', code => resolve({ ok: code === 0, output: stripVTControlCharacters(output) }))
  })
}

/**
 * All tests, or those that the filters name: `{ passed, failed, skipped: the reasons of each, again: names, seconds: by
 * folder, output }`.
 */
export async function runTests(filters, { quiet = true, env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tests-'))
  const file = join(folder, 'tally.json')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'tally-reporter.mjs')}`]
  try {
    const args = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...reporters, ...filters]
    const { ok, output } = await run(args, { quiet, env: { ...env, COUNTERSIGN_TALLY: file } })
    return { ...trusted(readTally(file), ok), output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: [], again: [], seconds: [] } // vitest did not come that far
  }
}

/** If vitest says that it failed, there is a failure, whatever was counted. */
const trusted = (tally, ok) => (ok || tally.failed > 0 ? tally : { ...tally, failed: 1 })

/** More tests than this that pass only at a second try fail the run. */
const MOST_SECOND_TRIES = 2

/** The lines that every run ends in; with CI=true a skipped test is a failed one. */
export function close({ passed, failed, skipped, again = [] }) {
  const strict = isCi()
  const isUnsteady = again.length > MOST_SECOND_TRIES
  if (again.length > 0)
    console.log(`${again.length} passed only at a second try${isUnsteady ? ', which is too many' : ''}:`)
  for (const name of again) console.log(`  ${name}`)
  if (skipped.length > 0) console.log(`${skipped.length} skipped${strict ? ', which is a failure with CI=true' : ''}:`)
  for (const [reason, count] of counted(skipped)) console.log(`  ${count === 1 ? reason : `${count} ${reason}`}`)
  const wrong = failed + (strict ? skipped.length : 0) + (isUnsteady ? 1 : 0)
  console.log(`${passed} passed, ${wrong} failed${skipped.length > 0 && !strict ? `, ${skipped.length} skipped` : ''}`)
  process.exitCode = wrong > 0 ? 1 : 0
}

/** One line for each reason; a test that lacks two things counts in both lines. */
function counted(skipped) {
  const counts = new Map()
  for (const reason of skipped.flat()) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}

function isCi() {
  return process.env.CI === 'true' || process.env.CI === '1'
}
