#!/usr/bin/env node
// Keeps the rooms of src/ apart, the files small and the dependencies few.
// Run: node scripts/check-rooms.mjs [checkout]      prints one line per broken rule and exits 1 if there is any
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brokenBudget } from './dependency-budget.mjs'
import { inspectRooms } from './rooms.mjs'

const root = resolve(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))))
const { files, longest95, broken } = inspectRooms(root)
const all = [...broken, ...brokenBudget(root)]
for (const line of all) console.log(line)
console.log(`${files} files, 95 % have at most ${longest95} lines (tests apart), ${all.length} broken rules`)
process.exitCode = all.length > 0 ? 1 : 0
