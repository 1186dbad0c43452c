// Bundles the library and the command line into dist/. Bundled, modules call each other directly instead of through
// their namespaces, which makes reading about a fifth faster. Both share their files, so that nothing is there twice.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const PROGRAMS = {
  'cli/main': 'src/surfaces/cli/main.ts',
  'cli/compile-cache': 'src/surfaces/cli/compile-cache.ts',
  'workers/page-worker': 'src/executors/web/page/page-worker.ts',
}

// Those that the package exports, and those that the benches measure as they are built.
const LIBRARY = [
  'index',
  'core/index',
  'protocol/index',
  'catalog/index',
  'ledger/index',
  'runtime/index',
  'policy/index',
  'memory/index',
  'storage/index',
  'surfaces/openai/index',
]

const EXTERNAL = [
  /^node:/,
  /^ajv(\/|$)/,
  're2js',
  'smol-toml',
  '@photostructure/sqlite',
  'undici',
  'linkedom',
  '@mozilla/readability',
  'turndown',
]

export async function bundle(out) {
  const build = await rolldown({
    cwd: root,
    input: { ...PROGRAMS, ...Object.fromEntries(LIBRARY.map(entry => [entry, `src/${entry}.ts`])) },
    external: EXTERNAL,
    platform: 'node',
    transform: { target: 'node20.19' },
    preserveEntrySignatures: 'allow-extension',
    experimental: { attachDebugInfo: 'none' }, // no marks of which source each part came from
    checks: { ineffectiveDynamicImport: false }, // the library loads late what the command line has loaded already
  })
  await build.write({ dir: out, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js', comments: false })
}
