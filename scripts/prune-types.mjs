// Deletes the types that no entry point of the package leads to: nobody who installs it could import them.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { walk } from './test-files.mjs'

const IMPORT = /(?:from|import\()\s*['"](\.[^'"]+)['"]/g

/** `out` stands for dist/; the entry points are those of package.json. */
export function pruneTypes(root, out) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.values(exports).flatMap(({ types }) => types ?? [])
  const wanted = reachable(entries.map(entry => join(out, entry.replace(/^\.\/dist\//, ''))))
  for (const file of walk(out)) if (file.endsWith('.d.ts') && !wanted.has(file)) rmSync(file)
}

function reachable(entries) {
  const seen = new Set()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    if (!existsSync(file)) throw new Error(`${file} is imported, and no types were made for it`)
    seen.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT))
      waiting.push(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
  }
  return seen
}
