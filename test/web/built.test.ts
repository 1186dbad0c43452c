import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram } from '../built-program.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { pageServer } from './page-server.ts'

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
  const child = spawn(process.execPath, [builtProgram(), ...words], {
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
