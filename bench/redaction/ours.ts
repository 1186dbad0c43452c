import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import type * as Filter from '../../src/executors/filter/index.ts'

const root = join(import.meta.dirname, '..', '..')
const outfile = join(root, '.cache', 'bench', 'filter.mjs')

// Bundled as in the package; run from source, tsx would slow it down.
mkdirSync(join(root, '.cache', 'bench'), { recursive: true })
await build({
  input: join(root, 'src', 'executors', 'filter', 'index.ts'),
  external: ['re2js'],
  platform: 'node',
  output: { file: outfile, format: 'esm' },
})
const filter = (await import(outfile)) as typeof Filter

export const createRedactor: typeof Filter.createRedactor = filter.createRedactor
