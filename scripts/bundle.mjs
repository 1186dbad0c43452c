// Bundles the library and the command line into dist/. Bundled, modules call each other directly instead of through their namespaces,
// which makes reading about a fifth faster. Both share their files, so that nothing is there twice.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { refuseUnloadable } from './refuse-unloadable.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

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

/** Whatever is loaded at the same time is one file, because node spends about half a millisecond on each. These are the times of an `ask`. */
const TIMES = {
  start: 'src/surfaces/cli/main.ts',
  turn: 'src/surfaces/cli/turn/ask.ts',
  judging: 'src/evidence/check-evidence.ts',
  remembering: 'src/memory/remember-turn.ts',
}

/** Of a turn these stay apart, because programs load them by themselves. */
const ROOMS_APART = new Set(['core', 'protocol', 'catalog', 'ledger', 'storage', 'policy'])

/** What no `ask` loads, a server say, stays apart, too. */
export async function bundle(out) {
  const build = await rolldown({
    cwd: root,
    input: {
      'cli/main': TIMES.start,
      'cli/load-program': 'src/surfaces/cli/program/index.ts',
      'workers/page-worker': 'src/executors/web/page/page-worker.ts',
      ...Object.fromEntries(LIBRARY.map(entry => [entry, `src/${entry}.ts`])),
    },
    external: EXTERNAL,
    platform: 'node',
    transform: { target: 'node20.19' },
    preserveEntrySignatures: 'allow-extension',
    plugins: [commanderWithoutProcesses, withoutMarks],
    checks: { ineffectiveDynamicImport: false }, // the library loads late what the command line has loaded already
  })
  const { output } = await build.write({
    dir: out,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    comments: false,
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: grouping(), debugName: 'rooms' }] },
  })
  refuseCircles(output)
  refuseUnloadable(output, await import(pathToFileURL(join(out, 'cli', 'load-program.js')).href))
  beginWithLoader(join(out, 'cli'))
}

/** Commander can start verbs that are programs of their own. None of ours is, and to load what starts them takes node 4 ms. */
const commanderWithoutProcesses = {
  name: 'commander-without-processes',
  transform: {
    filter: { id: /commander[\\/]lib[\\/]command\.js$/ },
    handler(code) {
      const wanted = "require('node:child_process')"
      if (!code.includes(wanted)) throw new Error(`commander no longer says ${wanted}`)
      return code.replace(wanted, `{ spawn: (...args) => ${wanted}.spawn(...args) }`)
    },
  },
}

/** The bundler marks which source each part comes from. Names tell as much, and every start would read the marks. */
const withoutMarks = {
  name: 'without-marks',
  renderChunk: code => ({ code: code.replaceAll(/^\/\/#(?:end)?region.*\n/gm, ''), map: null }),
}

function grouping() {
  let times
  return (id, modules) => {
    times ??= Object.entries(TIMES).map(([name, entry]) => ({ name, loaded: loadedWith(join(root, entry), modules) }))
    const time = times.find(({ loaded }) => loaded.has(id))?.name
    const room = relative(join(root, 'src'), id).split(/[\\/]/)[0]
    return (time === 'start' || time === 'turn') && ROOMS_APART.has(room) ? room : (time ?? null)
  }
}

/** All that is loaded at once with a module. */
function loadedWith(entry, modules) {
  const found = new Set()
  const open = [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** The command line begins with what loads it, instead of with a file that would only name the next. */
function beginWithLoader(folder) {
  const [entry, loader] = ['main.js', 'load-program.js'].map(name => join(folder, name))
  const next = /^export \{ (?<name>\w+) as runCommandLine \} from (?<place>"[^"]+");\s*$/.exec(
    readFileSync(entry, 'utf8'),
  )?.groups
  if (next === undefined) throw new Error(`${entry} does more than to name the next file`)
  const start = [
    `const program = loadProgram(new URL(${next.place}, import.meta.url));`,
    `export const runCommandLine = program.exports.${next.name};`,
    'export const keepCompiled = program.keepCompiled;\n',
  ]
  writeFileSync(entry, readFileSync(loader, 'utf8').replace(/^export \{.*\};\s*$/m, start.join('\n')))
  rmSync(loader)
}

/** Files that load each other would see each other half made. */
function refuseCircles(output) {
  const chunks = new Map(output.map(chunk => [chunk.fileName, chunk]))
  const done = new Set()
  const visit = (name, above) => {
    if (above.includes(name))
      throw new Error(`files of the bundle load each other: ${[...above.slice(above.indexOf(name)), name].join(' → ')}`)
    if (done.has(name)) return
    for (const next of chunks.get(name)?.imports ?? []) visit(next, [...above, name])
    done.add(name)
  }
  for (const name of chunks.keys()) visit(name, [])
}
