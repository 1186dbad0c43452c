// Prints the table of src/executors/filter/names/letter-pairs.ts for the texts of some folders: node --import tsx letter-pairs.ts FOLDER…
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const RARE = 3 // words seen less often are typing errors and noise
const UNSEEN = 0.3 // what a pair counts that never occurs
const WORD_START = 26

const files = process.argv.slice(2).flatMap(folder =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.(?:md|mdx|txt|py|rb|java|kt|php|js|ts)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name)),
)
const words = new Map<string, number>()
for (const file of files)
  for (const [run] of readFileSync(file, 'utf8').matchAll(/[A-Za-z]{2,20}/g))
    for (const [part] of run.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g))
      words.set(part.toLowerCase(), (words.get(part.toLowerCase()) ?? 0) + 1)

const counts = Array.from({ length: 27 }, () => new Float64Array(26).fill(UNSEEN))
for (const [word, times] of words) {
  if (times < RARE) continue
  let last = WORD_START
  for (let index = 0; index < word.length; index++) {
    const letter = word.charCodeAt(index) - 97
    const row = counts[last]
    if (row !== undefined) row[letter] = (row[letter] ?? 0) + 1 + Math.log2(times)
    last = letter
  }
}
for (const row of counts) {
  const total = row.reduce((sum, count) => sum + count, 0)
  console.log(Array.from(row, count => Math.min(15, Math.round(-Math.log2(count / total))).toString(16)).join(''))
}
