// The rules of the rooms under src/: who may import whom, and how, and what a file may be called and contain.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { walk } from './test-files.mjs'
import { tokens } from './tokens.mjs'

const SIBLINGS = `protocol catalog policy permissions gates executors workspace memory story
  ledger evidence session records storage providers`.split(/\s+/)
const siblingsBut = (...closed) => SIBLINGS.filter(room => !closed.includes(room))

/** Whom a room may import. The front door, src/index.ts, is no room: it may not hand out executors. */
const DOORS = new Map([
  ['core', []],
  ...SIBLINGS.map(room => [room, ['core']]),
  ['runtime', ['core', ...SIBLINGS]],
  ['flows', ['core', 'runtime', ...siblingsBut('executors', 'gates')]],
  ['surfaces', ['core', 'runtime', 'flows', ...siblingsBut('executors', 'gates', 'providers', 'storage')]],
  ['index.ts', ['core', 'runtime', 'flows', 'surfaces', ...siblingsBut('executors')]],
])

const MAX_LINES = 300
const VAGUE_WORD = /^(utils?|helpers?|common|misc|shared|stuff|managers?|services?|processors?|handlers?)$/
const FOREIGN_NAMES = [
  { name: /^(ollama|lm-?studio|llama\.?cpp|vllm|openai|anthropic)(:|$)/i, rooms: ['providers', 'surfaces'] },
  { name: /^(node:|@[^/]+\/)?(better-)?(sqlite3?|postgres|postgresql|pg)$/i, rooms: ['storage'] },
]

/** Reads every source file of a checkout: how many there are, how long, and one line per broken rule. */
export function inspectRooms(root) {
  const src = join(root, 'src')
  const files = walk(src)
    .filter(path => path.endsWith('.ts'))
    .map(path => readSource(src, path))
  return {
    files: files.length,
    longest95: percentile95(files),
    broken: [...files.flatMap(brokenIn), ...cycles(files), ...brokenInConsole(root)],
  }
}

/** The console is no room; its files are as small and as well named as the others. */
function brokenInConsole(root) {
  const web = join(root, 'web')
  if (!existsSync(web)) return []
  return walk(web)
    .filter(path => /(?<!\.test)\.tsx?$/.test(path))
    .map(path => ({
      name: relative(web, path).split(sep).join('/'),
      lines: readFileSync(path, 'utf8').trimEnd().split('\n').length,
    }))
    .flatMap(file => [...vagueName(file), ...tooLong(file)].map(problem => `web/${file.name}: ${problem}`))
}

function readSource(src, path) {
  const text = readFileSync(path, 'utf8')
  const name = relative(src, path).split(sep).join('/')
  const isTest = /\.test\.ts$|(^|\/)conformance\.ts$/.test(name)
  return {
    src,
    path,
    name,
    room: roomOf(src, path),
    isTest,
    lines: text.trimEnd().split('\n').length,
    tokens: tokens(text),
  }
}

/** The first part of the path below src/: a folder, or the file itself. */
function roomOf(src, path) {
  return relative(src, path).split(sep)[0]
}

function brokenIn(file) {
  const rules = file.isTest
    ? [unknownRoom, vagueName]
    : [unknownRoom, vagueName, tooLong, foreignName, exportStar, closedDoor]
  return rules.flatMap(rule => rule(file)).map(problem => `src/${file.name}: ${problem}`)
}

function unknownRoom({ room }) {
  return DOORS.has(room) ? [] : [`"${room}" is not a room`]
}

function vagueName({ name }) {
  const words = name.replace(/(\.test)?\.tsx?$/, '').split(/[/.-]/)
  const vague = words.find(word => VAGUE_WORD.test(word))
  if (vague !== undefined) return [`"${vague}" says nothing; name the file after what it does`]
  return words.every(word => /^[a-z0-9]+$/.test(word)) ? [] : ['file names are kebab-case']
}

function tooLong({ lines }) {
  return lines > MAX_LINES ? [`${lines} lines, at most ${MAX_LINES}`] : []
}

function foreignName({ room, tokens: all }) {
  const strings = all.filter(token => token.kind === 'string')
  return FOREIGN_NAMES.filter(({ rooms }) => !rooms.includes(room)).flatMap(({ name, rooms }) =>
    strings
      .filter(({ text }) => name.test(text))
      .map(({ text, line }) => `line ${line}: only ${rooms.join(' and ')} may say "${text}"`),
  )
}

function exportStar({ tokens: all }) {
  const before = index => (all[index - 1]?.text === 'type' ? all[index - 2] : all[index - 1])
  const stars = all.filter(({ text }, index) => text === '*' && before(index)?.text === 'export')
  return stars.map(({ line }) => `line ${line}: "export *"; list what is public by name`)
}

function closedDoor({ src, path, room, tokens: all }) {
  return importsOf(path, all).flatMap(({ target, line }) => {
    const other = roomOf(src, target)
    if (other === room) return []
    if (other === '..') return [`line ${line}: imports ${relative(dirname(src), target)}, which is outside src/`]
    if (DOORS.has(room) && !DOORS.get(room).includes(other)) return [`line ${line}: ${room} may not import ${other}`]
    return relative(join(src, other), target) === 'index.ts'
      ? []
      : [`line ${line}: enter ${other} by its index.ts, not by ${basename(target)}`]
  })
}

/** Relative imports and re-exports of any kind: static, dynamic, types only. */
function importsOf(path, all) {
  return all
    .filter(({ kind, text }, index) => kind === 'string' && /^\.\.?(\/|$)/.test(text) && isSpecifier(all, index))
    .map(({ text, line }) => ({ target: resolve(dirname(path), text), line }))
}

function isSpecifier(all, index) {
  const [before, previous] = [all[index - 2]?.text, all[index - 1]]
  if (previous?.kind === 'word') return previous.text === 'from' || previous.text === 'import'
  return previous?.text === '(' && (before === 'import' || before === 'require')
}

/** Depth first; every cycle is told once, at the import that closes it. */
function cycles(all) {
  const byPath = new Map(all.map(file => [file.path, file]))
  const done = new Set()
  const told = []
  const visit = (file, trail) => {
    const start = trail.indexOf(file)
    if (start >= 0) told.push(`cycle: ${[...trail.slice(start), file].map(({ name }) => `src/${name}`).join(' → ')}`)
    if (start >= 0 || done.has(file)) return
    for (const { target } of importsOf(file.path, file.tokens)) {
      if (byPath.has(target)) visit(byPath.get(target), [...trail, file])
    }
    done.add(file)
  }
  for (const file of all) visit(file, [])
  return told
}

function percentile95(all) {
  const lengths = all
    .filter(file => !file.isTest)
    .map(file => file.lines)
    .toSorted((a, b) => a - b)
  return lengths[Math.ceil(lengths.length * 0.95) - 1] ?? 0
}
