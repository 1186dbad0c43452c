import { expect, test } from 'vitest'
import { GIVEN_NAMES, asFunction } from '../src/surfaces/cli/program/index.ts'

type Chunk = {
  readonly fileName: string
  readonly code: string
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}
type Refuse = (output: readonly Chunk[], loader: object) => void

const { refuseUnloadable } = (await import(new URL('../scripts/refuse-unloadable.mjs', import.meta.url).href)) as {
  refuseUnloadable: Refuse
}

/** What the build says about a file that the command line loads late. */
function told(code: string): string {
  const late = { fileName: 'chunks/late.js', code, imports: [], dynamicImports: [] }
  const unrelated = { ...late, fileName: 'index.js', code: 'await 1;\n' }
  const main = {
    fileName: 'cli/main.js',
    code: 'import("../chunks/late.js");\n',
    imports: [],
    dynamicImports: ['chunks/late.js'],
  }
  try {
    refuseUnloadable([main, late, unrelated], { asFunction, GIVEN_NAMES })
    return 'fine'
  } catch (thrown) {
    return (thrown as Error).message.replace('chunks/late.js cannot be run as a function: ', '')
  }
}

test('files that mean the same as functions pass, whatever the library may load besides', () => {
  const code =
    'import { a as b } from "./a.js";\nvar c = b;\nconst f = (x) => { x = import("./b.js"); return [x, import.meta.url]; };\nexport { c, f as t };\n'
  expect(told(code)).toBe('fine')
})

test.each([
  ['await at the top', 'const x = await import("./a.js");\nexport { x };\n', /await is only valid/],
  ['an export in the middle', 'export const x = 1;\nx;\n', /Unexpected token 'export'/],
  ['a default import', 'import fs from "node:fs";\nfs;\n', /Cannot use import statement/],
  ['a package', 'import { parse } from "smol-toml";\nparse;\n', /imports smol-toml/],
  ['a text like import()', 'const x = "import(name)";\nx;\n', /looks like import\(\)/],
  ['import() of something computed', 'import([1].join());\n', /looks like import\(\)/],
  ['a text like import.meta.url', 'const x = "import.meta.url";\nx;\n', /looks like import\.meta\.url/],
  ['more of import.meta', 'import.meta.dirname;\n', /looks like import\.meta\.url/],
  [
    'an export that changes',
    'let x = 1;\nconst grow = () => x++;\nexport { grow, x };\n',
    /^x is exported, and may change later$/,
  ],
  [
    'one that a pattern changes',
    'let x = 1;\nconst take = ([y]) => ({ y: x } = y);\nexport { take, x };\n',
    /^x is exported, and may change later$/,
  ],
  [
    'one that a loop changes',
    'let x = 1;\nconst run = () => { for (x of [1]); };\nexport { run, x };\n',
    /^x is exported, and may change later$/,
  ],
  [
    'a function that is put in place of another',
    'function x() {}\nconst swap = () => (x = 1);\nexport { swap, x };\n',
    /^x is exported, and may change later$/,
  ],
  [
    'an export that is made later',
    'var x;\nconst make = () => { x = 1; };\nexport { make, x };\n',
    /^x is exported, and may change later$/,
  ],
  ['a name that the function is given', 'const __need = 1;\n__need;\n', /uses the name __need/],
])('%s is refused', (_, code, because) => {
  expect(told(code)).toMatch(because)
})
