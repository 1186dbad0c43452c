import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Loaded = {
  /** Our own files, and those of packages. */
  readonly modules: number
  /** Of source text in them. */
  readonly bytes: number
  /** Whose code was loaded besides ours, in order of their names. */
  readonly packages: readonly string[]
}

export type Started = { readonly loaded: Loaded; readonly code: number | null; readonly printed: string }

/** Runs in the thread of node's loader, where every ES module passes. */
const LOADER = `import { appendFileSync } from 'node:fs'
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(process.env.COUNTERSIGN_LOADED, url + '\\n')
  return next(url, context)
}`

/** What CommonJS has loaded by itself is known at the end. */
const REGISTER = `import { createRequire, register } from 'node:module'
import { appendFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
register(${JSON.stringify(asUrl(LOADER))})
const { cache } = createRequire(${JSON.stringify(import.meta.url)}) // a data URL has no packages
process.on('exit', () => {
  const lines = Object.keys(cache).map(file => pathToFileURL(file).href + '\\n')
  appendFileSync(process.env.COUNTERSIGN_LOADED, lines.join(''))
})`

function asUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`
}

/** Starts a program and counts what it loads from disk until it ends. */
export function startCounting(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Started {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-loaded-'))
  const list = join(folder, 'loaded.txt')
  try {
    const done = spawnSync(process.execPath, ['--import', asUrl(REGISTER), program, ...args], {
      cwd: options.cwd,
      encoding: 'utf8',
      env: { ...options.env, COUNTERSIGN_LOADED: list },
    })
    return { loaded: count(readFileSync(list, 'utf8')), code: done.status, printed: `${done.stdout}${done.stderr}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function count(list: string): Loaded {
  const lines = list.split('\n').filter(line => line !== '' && !line.endsWith('.node'))
  const files = [...new Set(lines)]
  const packages = files.flatMap(file => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return {
    modules: files.length,
    bytes: files.reduce((sum, file) => sum + readFileSync(new URL(file)).length, 0),
    packages: [...new Set(packages)].toSorted((a, b) => (a < b ? -1 : 1)),
  }
}
