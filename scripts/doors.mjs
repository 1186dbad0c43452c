// Which tests enter where users enter: a command, an endpoint, `assemble`. A test is followed by the names it uses,
// through its own file and its support files, up to what it imports from the product: a door, or an inner function.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { tokens } from './tokens.mjs'

const READING = ['PROTO', 'STRICT'] // rows that speak of reading a reply, and of nothing that follows
const ENTRIES = ['assemble', 'decoderFor', 'guard'] // types, faults and constants beside them lead nowhere

/** Each door: the module, the names in it (all, if none is named), the rows it counts for, and who enters there. */
const DOORS = [
  { module: 'src/index.ts', names: ENTRIES, who: 'a program that imports countersign' },
  { module: 'src/runtime/index.ts', names: ENTRIES, who: 'the same' },
  { module: 'src/runtime/index.ts', names: ['callTool', 'runTurn'], who: 'assemble hands its orders on to these' },
  { module: 'src/runtime/call-tool.ts', names: ['callTool'], who: 'the same' },
  { module: 'src/runtime/turn/run-turn.ts', names: ['runTurn'], who: 'the same' },
  { module: 'src/runtime/guard.ts', names: ['guard'], who: 'a program that imports countersign' },
  { module: 'src/surfaces/cli/main.ts', names: ['runCommandLine'], who: 'a person, by a command' },
  { module: 'src/surfaces/http/index.ts', names: ['startHttpServer'], who: 'a client or the console, by an endpoint' },
  { module: 'test/built-program.ts', names: ['builtProgram'], who: 'a person; the program in its own process' },
  { module: 'src/protocol/index.ts', areas: READING, who: 'a program that imports countersign/protocol' },
  { module: 'src/catalog/index.ts', areas: READING, who: 'a program that imports countersign/catalog' },
]

const DECLARES = new Set(['function', 'const', 'let', 'class'])
const TESTS = new Set(['test', 'it'])
const BEGINS = new Set([...DECLARES, ...TESTS, 'export', 'describe'])
const HOOKS = new Set(['beforeAll', 'beforeEach'])
const DEPTH = new Map(Object.entries({ '{': 1, '(': 1, '[': 1, '}': -1, ')': -1, ']': -1 }))

/** Makes the question whether a test, given as its file and its tokens, enters through a door for rows of this area. */
export function doorsOf(root) {
  const modules = new Map()
  const open = path => modules.get(path) ?? modules.set(path, readModule(path)).get(path)
  const nameOf = path => relative(root, path).split(sep).join('/')
  return (path, found, area) => {
    const seen = new Set()
    const isDoor = (module, name) =>
      DOORS.some(
        door => door.module === module && (door.names?.includes(name) ?? true) && (door.areas?.includes(area) ?? true),
      )
    const enters = (file, name) => {
      if (isDoor(nameOf(file), name)) return true
      if (seen.has(`${file} ${name}`) || isProduct(nameOf(file)) || !existsSync(file)) return false
      seen.add(`${file} ${name}`)
      const { imports, declared } = open(file)
      const from = imports.get(name)
      if (from !== undefined) return enters(from.path, from.name)
      return (declared.get(name) ?? []).some(word => enters(file, word))
    }
    return [...wordsIn(found), ...open(path).hooks].some(word => enters(path, word))
  }
}

/** Support files of tests lie in test/ and bench/, or are tests themselves; all else is the product. */
const isProduct = module => module.startsWith('src/') && !module.endsWith('.test.ts')

/** The names that a file imports and declares, with what each declaration uses, and what its hooks use. */
function readModule(path) {
  const all = tokens(readFileSync(path, 'utf8'))
  const declared = new Map()
  const hooks = []
  let ends = 0 // of the test that the token stands in: what one test declares, another does not use
  for (const [index, { kind, text }] of all.entries()) {
    if (kind !== 'word' || index < ends) continue
    if (TESTS.has(text) && all[index - 1]?.text !== '.') ends = index + extent(all, index).length
    if (HOOKS.has(text)) hooks.push(...wordsIn(extent(all, index)))
    if (DECLARES.has(text))
      for (const name of namesAt(all, index + 1))
        declared.set(name, [...(declared.get(name) ?? []), ...wordsIn(extent(all, index))])
  }
  return { imports: importsIn(all, path), declared, hooks }
}

/** The one name behind `const`, or those of a pattern. */
function namesAt(all, index) {
  if (all[index].kind === 'word') return [all[index].text]
  return wordsIn(
    all.slice(
      index,
      all.findIndex(({ text }, at) => at > index && text === '='),
    ),
  )
}

/** What follows a token up to the end of the block that it stands in. */
export function reach(all, start, ends = () => false) {
  let depth = 0
  const end = all.findIndex((token, at) => {
    if (at <= start) return false
    if (depth === 0 && ends(token)) return true
    if (token.kind === 'mark') depth += DEPTH.get(token.text) ?? 0
    return depth < 0
  })
  return all.slice(start, end < 0 ? undefined : end)
}

/** A declaration or a hook ends where the next one begins beside it, too. */
const extent = (all, start) => reach(all, start, ({ text }) => BEGINS.has(text))

/** Types are left out: nobody enters through one. */
function importsIn(all, path) {
  const imports = new Map()
  for (const [index, { text }] of all.entries()) {
    if (text !== 'from' || all[index + 1]?.kind !== 'string' || !all[index + 1].text.startsWith('.')) continue
    const module = resolve(dirname(path), all[index + 1].text)
    const first = all.findLastIndex(({ text: word }, at) => at < index && (word === 'import' || word === 'export'))
    if (all[first + 1].text === 'type') continue
    for (let at = first + 1; at < index; at += 1) {
      if (all[at].kind !== 'word' || all[at].text === 'type' || all[at - 1].text === 'type') continue
      const renamed = all[at + 1].text === 'as'
      imports.set(all[renamed ? at + 2 : at].text, { path: module, name: all[at].text })
      if (renamed) at += 2
    }
  }
  return imports
}

/** Names in use; what stands behind a dot belongs to something else. */
function wordsIn(some) {
  return some.flatMap(({ kind, text }, index) => (kind === 'word' && some[index - 1]?.text !== '.' ? [text] : []))
}
