import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The program as `npm run build` bundles it, below the repository, where it finds its packages; for the tests of one file. */
export function builtProgram(): () => string {
  let folder = ''
  beforeAll(() => {
    mkdirSync(join(root, '.cache'), { recursive: true })
    folder = mkdtempSync(join(root, '.cache', 'built-'))
    const [script, target] = [join(root, 'scripts', 'bundle.mjs'), join(folder, 'dist')].map(path => JSON.stringify(path))
    execFileSync(process.execPath, ['--input-type=module', '-e', `import { bundle } from ${script}; await bundle(${target})`])
    for (const name of ['bin', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => join(folder, 'bin', 'countersign.js')
}
