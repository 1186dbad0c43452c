import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

export type WebFile = {
  readonly type: string
  readonly bytes: Buffer
  /** The file, compressed by the build. */
  readonly gzip: Buffer | undefined
  /** True if its name contains a hash, so that it never changes. */
  readonly isFixed: boolean
}

/** The console's files by address. Only files found at the start are served, so no address can lead elsewhere. */
export type WebFiles = { readonly find: (path: string) => WebFile | undefined; readonly page: () => WebFile }

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
}

const HASHED = /[-.][A-Za-z0-9_-]{8,}\.\w+$/
const INDEX = '/index.html'

export function openWebFiles(folder: string | undefined): WebFiles {
  const names = folder !== undefined && existsSync(folder) ? namesIn(folder) : []
  const known = new Set(names)
  const loaded = new Map<string, WebFile>()
  const find = (path: string): WebFile | undefined => {
    if (folder === undefined || !known.has(path) || path.endsWith('.gz')) return undefined
    const file = loaded.get(path) ?? load(folder, path, known)
    loaded.set(path, file)
    return file
  }
  return { find, page: () => find(INDEX) ?? MISSING }
}

function namesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join('/')}`)
}

function load(folder: string, path: string, known: ReadonlySet<string>): WebFile {
  const file = join(folder, path)
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    bytes: readFileSync(file),
    gzip: known.has(`${path}.gz`) ? readFileSync(`${file}.gz`) : undefined,
    isFixed: HASHED.test(path),
  }
}

const MISSING: WebFile = {
  type: 'text/html; charset=utf-8',
  bytes: Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title>' +
      '<h1>The console is not built</h1><p>The server and its API work. To build the console, run ' +
      '<code>npm run build</code>, then restart.</p></html>',
  ),
  gzip: undefined,
  isFixed: false,
}
