import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const LOOK_MS = 50

/** The program as `npm run build` bundles it. Whoever of a run needs it first builds it for all, since from source it takes thrice as long to start. */
export function builtProgram(): string {
  const folder = inject('programFolder')
  const [ready, building] = [join(folder, 'ready'), join(folder, 'building')]
  while (!existsSync(ready)) {
    if (isFirst(building)) build(folder, { ready, building })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS)
  }
  return join(folder, 'bin', 'countersign.js')
}

function isFirst(building: string): boolean {
  try {
    mkdirSync(building)
    return true
  } catch {
    return false
  }
}

type Marks = { readonly ready: string; readonly building: string }

function build(folder: string, { ready, building }: Marks): void {
  try {
    const [script, target] = [join(root, 'scripts', 'bundle.mjs'), join(folder, 'dist')].map(path =>
      JSON.stringify(path),
    )
    execFileSync(process.execPath, [
      '--input-type=module',
      '-e',
      `import { bundle } from ${script}; await bundle(${target})`,
    ])
    for (const name of ['bin', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
    writeFileSync(ready, '')
  } finally {
    rmdirSync(building) // if this failed, the next one tries, and fails for himself
  }
}
