import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { asFunction } from './as-function.ts'
import {
  type Source,
  compiledFolder,
  isOutsideWorkspaces,
  isPrivate,
  prepareFolder,
  readCompiled,
  writeCompiled,
} from './compiled-code.ts'

export type Exports = Readonly<Record<string, unknown>>

export type Program = {
  readonly exports: Exports
  /** Keeps what V8 has compiled of the files by now, for those of which nothing was kept; the next run need not compile it. */
  readonly keepCompiled: () => void
}

type Run = (need: (place: string) => unknown, load: (place: string) => Promise<unknown>, here: string) => Exports

/** To compile less than that takes no longer than to look for it. */
const WORTH_KEEPING_BYTES = 4_096

/** Loads a bundled module and all that it imports, with the code that an earlier run has compiled. */
export function loadProgram(entry: URL): Program {
  const chunks = dirname(fileURLToPath(entry))
  const folder = keepsCompiled() ? compiledFolder(chunks) : undefined
  const isElsewhere =
    folder !== undefined && isOutsideWorkspaces(folder, { cwd: whereWeAre(), args: process.argv.slice(2) })
  const loaded = new Map<string, Exports>()
  const uncompiled: { readonly source: Source; readonly script: Script }[] = []

  const load = (url: URL): Exports => {
    const known = loaded.get(url.href)
    if (known !== undefined) return known
    const exports = run(url)
    loaded.set(url.href, exports)
    return exports
  }

  const run = (url: URL): Exports => {
    const file = fileURLToPath(url)
    const source = { file, bytes: readFileSync(file) }
    const isWorthIt = source.bytes.length >= WORTH_KEEPING_BYTES
    const compiled = isWorthIt && isElsewhere && isPrivate(folder) ? readCompiled(folder, source) : undefined
    const script = new Script(asFunction(source.bytes), {
      filename: url.href,
      ...(compiled !== undefined && { cachedData: compiled }),
    })
    if (isWorthIt && script.cachedDataRejected !== false) uncompiled.push({ source, script })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what asFunction wrote
    const made = script.runInThisContext() as Run
    const need = (place: string): unknown =>
      isOwn(place) ? load(new URL(place, url)) : process.getBuiltinModule(place)
    return made(need, async place => (isOwn(place) ? loadSoon(place, url) : importOther(place)), url.href)
  }

  /** As import() does: a file that is still being run is not there yet for others. */
  const loadSoon = async (place: string, from: URL): Promise<Exports> => {
    await Promise.resolve()
    return load(new URL(place, from))
  }

  return {
    exports: load(entry),
    keepCompiled: () => {
      if (!isElsewhere || uncompiled.length === 0 || !prepareFolder(folder, chunks)) return
      for (const { source, script } of uncompiled.splice(0)) writeCompiled(folder, source, script.createCachedData())
    },
  }
}

const keepsCompiled = (): boolean => (process.env['NODE_DISABLE_COMPILE_CACHE'] ?? '') === ''

/** A folder that was deleted under us holds nothing; whoever needs one says so himself. */
function whereWeAre(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

const importOther = async (place: string): Promise<unknown> => {
  const found: unknown = await import(place)
  return found
}

const isOwn = (place: string): boolean => place.startsWith('.')
