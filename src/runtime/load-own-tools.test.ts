import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTestRuntime, testWorkspace } from '../../test/open-test-runtime.ts'
import { callTool } from './call-tool.ts'
import { type MergedConfig, assemble, configShape, flatLayer, loadOwnTools, mergeLayers } from './index.ts'

const TOOL = (name: string): string =>
  `{ name: '${name}', description: 'Says its name.', risk: 'read', capability: 'FileAccess', input: { type: 'object' }, execute: () => '${name} ran' }`

type Folder = {
  readonly root: string
  readonly state: string
  readonly mine: string
  readonly write: (file: string, code: string) => string
}

/** A workspace, and beside it a folder with the person's own files. */
function newFolder(): Folder {
  const { root, state } = testWorkspace()
  const mine = join(root, '..', 'mine')
  mkdirSync(mine)
  return {
    root,
    state,
    mine,
    write(file, code) {
      writeFileSync(join(mine, file), code)
      return join(mine, file)
    },
  }
}

type Said = { readonly modules?: readonly string[]; readonly origin?: string; readonly workspace?: readonly string[] }

function configOf({ modules, origin = '', workspace }: Said): MergedConfig {
  const shape = configShape()
  const layer = modules && flatLayer(shape, { 'tools.modules': modules }, { source: 'test', origin }).layer
  const wished =
    workspace &&
    flatLayer(shape, { 'tools.modules': workspace }, { source: 'test', origin: 'workspace:countersign.toml' }).layer
  return mergeLayers(shape, { ...(layer && { user: layer }), ...(wished && { workspace: wished }), trusted: true })
}

const load = ({ root, mine }: Folder, ...modules: readonly string[]): ReturnType<typeof loadOwnTools> =>
  loadOwnTools(configOf({ modules, origin: `user:${join(mine, 'countersign.toml')}` }), root)

describe('modules with tools of one’s own', () => {
  test('paths begin at the config file, a list may be "tools" or the default, and their tools run through the whole path', async () => {
    const folder = newFolder()
    folder.write('one.mjs', `export const tools = [${TOOL('one')}]`)
    folder.write('two.mjs', `export default [${TOOL('two')}]`)
    const tools = await load(folder, './one.mjs', join(folder.mine, 'two.mjs'))
    expect(tools.map(({ name }) => name)).toEqual(['one', 'two'])
    const runtime = await openTestRuntime({ root: folder.root, state: folder.state, tools })
    expect(await callTool({ tool: 'two', args: {}, allow: ['FileAccess'] }, runtime)).toMatchObject({
      ok: true,
      text: 'two ran',
      receipt: { tool_id: 'two' },
    })
    expect(await callTool({ tool: 'one', args: {} }, runtime)).toMatchObject({
      ok: false,
      fault: { code: 'permission_denied' },
    })
  })

  test('without modules there is nothing to load', async () => {
    expect(await load(newFolder())).toEqual([])
  })

  test('a workspace cannot name modules, not even a trusted one', async () => {
    const folder = newFolder()
    const evil = folder.write('evil.mjs', 'throw new Error("loaded")')
    const config = configOf({ workspace: [evil] })
    expect(await loadOwnTools(config, folder.root)).toEqual([])
    expect(config.refused).toMatchObject([{ key: 'tools.modules' }])
  })

  test('a module in the workspace is refused, whichever way leads there: a tool could write it', async () => {
    const folder = newFolder()
    writeFileSync(join(folder.root, 'own.mjs'), `export const tools = [${TOOL('own')}]`)
    symlinkSync(join(folder.root, 'own.mjs'), join(folder.mine, 'linked.mjs'))
    for (const way of [join(folder.root, 'own.mjs'), '../workspace/own.mjs', './linked.mjs'])
      await expect(load(folder, way)).rejects.toThrow(
        expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining('lies in the workspace') }),
      )
  })

  test('outside a config file a path must be absolute', async () => {
    const folder = newFolder()
    const file = folder.write('one.mjs', `export const tools = [${TOOL('one')}]`)
    const from = (named: string): ReturnType<typeof loadOwnTools> =>
      loadOwnTools(configOf({ modules: [named], origin: 'env:COUNTERSIGN_TOOLS_MODULES' }), folder.root)
    await expect(from('./one.mjs')).rejects.toThrow('must be absolute')
    expect(await from(file)).toHaveLength(1)
  })

  test.each([
    ['a file that is not there', undefined, 'config_invalid', /cannot be found/],
    ['code that does not load', 'export const tools = [', 'config_invalid', /cannot be loaded/],
    ['code that throws', 'throw new Error("no network")', 'config_invalid', /cannot be loaded: no network/],
    ['no list', 'export const tools = {}', 'config_invalid', /must export a list/],
    ['nothing', '', 'config_invalid', /must export a list/],
    [
      'something else in the list',
      `export const tools = [${TOOL('a')}, { name: 'b' }]`,
      'config_invalid',
      /number 2 .* no tool/,
    ],
    [
      'a tool without a risk',
      `export const tools = [{ ...${TOOL('a')}, risk: undefined }]`,
      'tool_definition_invalid',
      /"a": it has no risk/,
    ],
    [
      'a hostile schema',
      `export const tools = [{ ...${TOOL('a')}, input: { type: 'string' } }]`,
      'schema_refused',
      /"a"/,
    ],
    ['a name that we use', `export const tools = [${TOOL('file_read')}]`, 'tool_duplicate', /file_read/],
    [
      'a name that stands for one of ours',
      `export const tools = [${TOOL('read_file')}]`,
      'tool_duplicate',
      /read_file/,
    ],
    ['a name twice', `export const tools = [${TOOL('a')}, ${TOOL('a')}]`, 'tool_duplicate', /"a"/],
  ])('%s is refused, with the path of the module', async (_what, code, fault, message) => {
    const folder = newFolder()
    if (code !== undefined) folder.write('mine.mjs', code)
    const refused = expect.objectContaining({
      name: 'CountersignError',
      code: fault,
      message: expect.stringMatching(message),
    })
    await expect(load(folder, './mine.mjs')).rejects.toThrow(refused)
    await expect(load(folder, './mine.mjs')).rejects.toThrow(join(folder.mine, 'mine.mjs'))
  })

  test('a name that another module uses is refused', async () => {
    const folder = newFolder()
    folder.write('one.mjs', `export const tools = [${TOOL('same')}]`)
    folder.write('two.mjs', `export const tools = [${TOOL('same')}]`)
    await expect(load(folder, './one.mjs', './two.mjs')).rejects.toThrow(/two\.mjs: .*same/)
  })

  test('assemble reads no modules, and says so', () => {
    expect(() => assemble({ tools: [], settings: { 'tools.modules': ['/x.mjs'] } })).toThrow('hand in their tools')
  })
})
