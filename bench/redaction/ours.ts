import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type * as Filter from '../../src/executors/filter/index.ts'

const root = join(import.meta.dirname, '..', '..')
const outfile = join(root, '.cache', 'bench', 'filter.mjs')

// Bundled as in the package; run from source, tsx would slow it down.
mkdirSync(join(root, '.cache', 'bench'), { recursive: true })
await build({
  entryPoints: [join(root, 'src', 'executors', 'filter', 'index.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['re2js'],
  logLevel: 'error',
})
const filter = (await import(outfile)) as typeof Filter

export const createRedactor: typeof Filter.createRedactor = filter.createRedactor
