#!/usr/bin/env node
// `npm run bench [-- NAME… --flags]`: runs bench/NAME/run.ts, or all of them, one after the other; flags go to each.
// What they compare with is installed into bench/node_modules, once per lockfile; without it they measure only
// ourselves.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPeers } from './install-peers.mjs'
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
  await installPeers(['bench'])
  for (const name of wanted.length > 0 ? wanted : all) {
    console.log(`\n# bench/${name}`)
    const { ok } = await run(['--import', 'tsx', join(folder, name, 'run.ts'), ...passedOn], { quiet: false })
    if (!ok) process.exitCode = 1
  }
}
