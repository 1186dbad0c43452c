import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the tests of this run keep the program; see built-program.ts. */
    readonly programFolder: string
  }
}

let folder = ''

/** Below the repository, where a program finds its packages. */
export function setup(project: TestProject): void {
  const cache = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'built-'))
  project.provide('programFolder', folder)
}

export const teardown = (): void => rmSync(folder, { recursive: true, force: true })
