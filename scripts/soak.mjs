#!/usr/bin/env node
// `npm run soak`: the heavy suites at their full counts: *.soak.test.ts, and every test file that reads
// test/soak-scale.ts or states properties.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { close, root, runTests } from './run-tests.mjs'
import { testFiles } from './test-files.mjs'
import { tokens } from './tokens.mjs'

const wanted = process.argv.slice(2)
const files = testFiles(root)
  .filter(file => file.endsWith('.soak.test.ts') || isHeavier(file))
  .map(file => relative(root, file).replaceAll('\\', '/'))
  .filter(file => wanted.length === 0 || wanted.some(part => file.includes(part)))

if (files.length === 0) {
  console.error(wanted.length > 0 ? `No heavy suite matches ${wanted.join(', ')}.` : 'There is no heavy suite yet.')
  close({ passed: 0, failed: wanted.length > 0 ? 1 : 0, skipped: [] })
} else {
  console.error(`soak: ${files.length} suites at full count`)
  close(await runTests(files, { quiet: false, env: { COUNTERSIGN_SOAK: '1' } }))
}

function isHeavier(file) {
  const all = tokens(readFileSync(file, 'utf8'))
  return all.some(
    ({ kind, text }, index) =>
      kind === 'string' &&
      (text.endsWith('/soak-scale.ts') || text === 'fast-check') &&
      all[index - 1]?.text === 'from',
  )
}
