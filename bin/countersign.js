#!/usr/bin/env node
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/cli/main.js', import.meta.url)

// Whoever reads our output may stop early, as `head` does.
process.stdout.on('error', error => {
  if (error.code === 'EPIPE') process.exit(0)
  console.error(`countersign: cannot write the output: ${error.message}`)
  process.exit(1)
})

if (existsSync(bundle)) {
  const { runCommandLine, keepCompiled } = await import(bundle.href)
  const args = process.argv.slice(2)
  process.exitCode = await runCommandLine(args)
  // Of all verbs an answered question has run the most, so what it compiled serves the others, too.
  const isAnswered =
    process.exitCode === 0 &&
    args.find(word => !word.startsWith('-')) === 'ask' &&
    !args.some(word => /^(?:-h|--help)$/.test(word))
  if (isAnswered) keepCompiled()
} else {
  console.error('countersign: not built yet. Run `npm start` or `npm run build` first.')
  process.exitCode = 1
}
