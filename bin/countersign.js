#!/usr/bin/env node
import { existsSync } from 'node:fs'

const main = new URL('../dist/cli/main.js', import.meta.url)

// A reader of our output may stop early, as `head` does.
process.stdout.on('error', error => {
  if (error.code === 'EPIPE') process.exit(0)
  console.error(`countersign: cannot write the output: ${error.message}`)
  process.exit(1)
})

if (existsSync(main)) {
  const args = process.argv.slice(2)
  const { enableCompileCache } = await import(new URL('compile-cache.js', main).href)
  enableCompileCache(args) // before the rest is loaded, so that its compiled code is found
  const { runCommandLine } = await import(main.href)
  process.exitCode = await runCommandLine(args)
} else {
  console.error('countersign: not built yet. Run `npm start` or `npm run build` first.')
  process.exitCode = 1
}
