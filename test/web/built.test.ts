import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorkspace } from '../open-test-runtime.ts'
import { pageServer } from './page-server.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Below the repository, where what was built finds its packages. */
let built = ''
beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  built = mkdtempSync(join(root, '.cache', 'built-'))
  const code = `import { bundle } from ${JSON.stringify(join(root, 'scripts', 'build.mjs'))}; await bundle(${JSON.stringify(join(built, 'dist'))})`
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
  for (const name of ['bin', 'package.json']) cpSync(join(root, name), join(built, name), { recursive: true })
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

test('the program as it is built finds the reader of pages, and tells host, redirects and size', async () => {
  const server = await pageServer({
    '/a': (_request, response) => response.writeHead(302, { location: '/b' }).end(),
    '/b': '<h1>Head</h1><p>and <b>body</b></p>',
  })
  const place = testWorkspace()
  const environment = {
    COUNTERSIGN_STATE: place.state,
    COUNTERSIGN_WEB_ALLOW_HOSTS: '["127.0.0.1"]',
    HOME: dirname(place.state),
    PATH: process.env['PATH'],
  }
  const words = ['call', 'web_fetch', `url=${server.at('/a')}`, '--allow', 'BrowserControl', '--workspace', place.root]
  const child = spawn(process.execPath, [join(built, 'bin', 'countersign.js'), ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const code = await new Promise(resolve => child.once('close', resolve))
  expect([code, out, err]).toEqual([
    0,
    expect.stringContaining('# Head\n\nand **body**'),
    expect.stringContaining('127.0.0.1, 1 redirect, '),
  ])
})
