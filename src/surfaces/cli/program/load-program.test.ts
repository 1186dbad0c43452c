import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '../../../../test/temporary-folder.ts'
import { compiledFolder } from './compiled-code.ts'
import { type Program, loadProgram } from './load-program.ts'

afterEach(() => vi.unstubAllEnvs())

const LONG = `/* ${'so that it is worth keeping '.repeat(200)} */\n`

function load(files: Readonly<Record<string, string>>, folder: TemporaryFolder = temporaryFolder()): Program {
  for (const [name, text] of Object.entries(files)) folder.write(name, text)
  return loadProgram(pathToFileURL(`${folder.path}/main.js`))
}

test('a file is run once, however often and in whatever way it is asked for', async () => {
  const { exports } = load({
    'main.js':
      'import { own as a } from "./own.js";\nimport { a as b } from "./other.js";\nconst late = () => import("./own.js");\nexport { a, b, late };\n',
    'other.js': 'export { own as a } from "./own.js";\n',
    'own.js': 'const own = {};\nexport { own };\n',
  })
  const late = (await (exports['late'] as () => Promise<{ own: object }>)()).own
  expect(exports['a']).toBe(late)
  expect(exports['b']).toBe(late)
})

test('a file that asks for another while it is run is there by the time the other needs it', async () => {
  const { exports } = load({
    'main.js': 'const own = {};\nconst late = import("./late.js");\nexport { late, own };\n',
    'late.js': 'import { own as seen } from "./main.js";\nexport { seen };\n',
  })
  expect((await (exports['late'] as Promise<{ seen: object }>)).seen).toBe(exports['own'])
})

test('what is of node, a package or another file comes from where it always comes from', async () => {
  const own = temporaryFolder().write('tool.mjs', 'export const name = import.meta.url\n')
  const { exports } = load({
    'main.js':
      'import { existsSync } from "node:fs";\nconst late = (name) => import(name);\nexport { existsSync, late };\n',
  })
  const late = exports['late'] as (name: string) => Promise<Readonly<Record<string, unknown>>>
  expect(exports['existsSync']).toBe(existsSync)
  expect((await late('smol-toml'))['parse']).toBeTypeOf('function')
  expect((await late(pathToFileURL(own).href))['name']).toBe(pathToFileURL(own).href)
  await expect(late('./nowhere.js')).rejects.toThrow('nowhere.js')
})

test('code is kept for files of some length, also for those that were loaded late, and once', async () => {
  const folder = temporaryFolder()
  const files = {
    'main.js': `import "./short.js";\n${LONG}const late = () => import("./late.js");\nexport { late };\n`,
    'late.js': `${LONG}const word = "late";\nexport { word };\n`,
  }
  vi.stubEnv('COUNTERSIGN_STATE', temporaryFolder().path)
  const place = compiledFolder(folder.path) ?? ''
  const kept = (): readonly boolean[] => ['main.js', 'late.js', 'short.js'].map(name => existsSync(join(place, name)))
  const first = load({ ...files, 'short.js': 'export {  };\n' }, folder)
  expect(kept()).toEqual([false, false, false])
  first.keepCompiled()
  expect(kept()).toEqual([true, false, false])
  const second = load(files, folder)
  expect(await (second.exports['late'] as () => Promise<object>)()).toEqual({ word: 'late' })
  second.keepCompiled()
  expect(kept()).toEqual([true, true, false])
})
