import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { asFunction } from './as-function.ts'

const OTHERS: Readonly<Record<string, unknown>> = {
  './a.js': { t: 1, plain: 2, default: 3 },
  'node:fs': { existsSync: 'asked' },
}
const HERE = 'file:///somewhere/module.js'

/** What the function gives, and what it fetched, in order. */
function run(module: string): {
  readonly exports: Readonly<Record<string, unknown>>
  readonly fetched: readonly string[]
} {
  const fetched: string[] = []
  const fetch = (place: string): unknown => (fetched.push(place), OTHERS[place])
  const exports = new Script(asFunction(Buffer.from(module)), { filename: HERE }).runInThisContext()(
    fetch,
    async (place: string) => fetch(place),
    HERE,
  )
  return { exports, fetched }
}

test('imports and exports mean the same as in the module', () => {
  const module = [
    'import { t as one, plain } from "./a.js";',
    'import { existsSync } from "node:fs";',
    'import "./b.js";',
    'const $ = one + plain;',
    'function ask() { return existsSync; }',
    'export { $, ask as t, plain as default };\n',
  ].join('\n')
  const { exports, fetched } = run(module)
  expect(fetched).toEqual(['./a.js', 'node:fs', './b.js'])
  expect(exports).toEqual({ $: 3, t: expect.any(Function), default: 2 })
  expect((exports['t'] as () => unknown)()).toBe('asked')
})

test('what a module only passes on is passed on', () => {
  expect(run('import "./b.js";\nexport { t as ask, plain, default as other } from "./a.js";\n').exports).toEqual({
    ask: 1,
    plain: 2,
    other: 3,
  })
})

test('a module that exports nothing gives nothing', () => {
  expect(run('globalThis.x;\n').exports).toEqual({})
  expect(run('').exports).toEqual({})
})

test('import() is promised by the loader, and a text about it stays as it is', async () => {
  const module =
    'const name = "./a.js";\nconst all = [import("./a.js"), import(name)];\nconst text = `import(\'x\')`;\nexport { all, text };\n'
  const { exports } = run(module)
  expect(await Promise.all(exports['all'] as Promise<unknown>[])).toEqual([OTHERS['./a.js'], OTHERS['./a.js']])
  expect(exports['text']).toBe("import('x')")
})

test('import.meta.url is the address of the file', () => {
  expect(run('const place = new URL("../x.js", import.meta.url).href;\nexport { place };\n').exports).toEqual({
    place: 'file:///x.js',
  })
})

test('the code is strict, as in modules, and letters of every language survive', () => {
  const { exports } = run(
    'const self = (function () { return this; })();\nconst word = "für 世界 🙂";\nexport { self, word };\n',
  )
  expect(exports).toEqual({ self: undefined, word: 'für 世界 🙂' })
})

test('a trace names the file and the line of the module', () => {
  const module = 'import { t } from "./a.js";\n\nfunction fail() {\n  throw new Error("here");\n}\nexport { fail };\n'
  let thrown: unknown
  try {
    const fail = run(module).exports['fail'] as () => void
    fail()
  } catch (caught) {
    thrown = caught
  }
  expect((thrown as Error).stack).toContain(`at fail (${HERE}:4:9)`)
})
