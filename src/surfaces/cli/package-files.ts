import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isJsonObject, parseJsonText } from '../../core/index.ts'

/** The package's folder, whether this runs from the sources, the build or the bundle. */
export const PACKAGE_ROOT: string = findRoot(dirname(fileURLToPath(import.meta.url)))

export const EXAMPLE_TOOLS: string = join(PACKAGE_ROOT, 'examples', 'tools', 'manuscript-tools.json')
export const CHECK_CASES: string = join(PACKAGE_ROOT, 'examples', 'check', 'cases.jsonl')
export const EXAMPLE_MANUSCRIPT: string = join(PACKAGE_ROOT, 'examples', 'manuscript')

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  return parent === folder ? folder : findRoot(parent)
}

export function packageVersion(): string {
  const manifest = parseJsonText(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))
  return isJsonObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : 'unknown'
}
