// The command line's files are run as functions (src/surfaces/cli/program/as-function.ts). Here the build makes sure that they mean the same as such.
import { Script } from 'node:vm'
import { parseAst } from 'rolldown/parseAst'

/** Throws if one of the files behind cli/main.js would not; `output` is the bundler's, the other what makes functions of files. */
export function refuseUnloadable(output, { asFunction, GIVEN_NAMES }) {
  for (const { fileName, code } of loadedByCommandLine(output)) {
    const refuse = because => {
      throw new Error(`${fileName} cannot be run as a function: ${because}`)
    }
    const taken = GIVEN_NAMES.find(name => code.includes(name))
    if (taken !== undefined) refuse(`it uses the name ${taken}`)
    refuseOtherTree(parseAst(code), code, refuse)
    compile(asFunction(Buffer.from(code)), refuse)
  }
}

function loadedByCommandLine(output) {
  const chunks = new Map(output.map(chunk => [chunk.fileName, chunk]))
  const found = new Set()
  const open = ['cli/main.js']
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const chunk = chunks.get(name)
    if (chunk === undefined || found.has(chunk)) continue
    found.add(chunk)
    open.push(...chunk.imports, ...chunk.dynamicImports)
  }
  return found
}

/** What is left of a module in it, an `await` at the top say, is wrong in a function. */
function compile(text, refuse) {
  try {
    return new Script(text)
  } catch (thrown) {
    refuse(thrown.message)
  }
}

function refuseOtherTree(tree, code, refuse) {
  const imports = []
  const places = []
  const assigned = new Set()
  walk(tree, node => {
    if (node.type === 'ImportExpression') imports.push(node.start)
    if (node.type === 'MetaProperty' && node.meta.name === 'import') places.push(node.start)
    const target = node.type === 'UpdateExpression' ? node.argument : CHANGES.has(node.type) ? node.left : undefined
    for (const name of namesIn(target)) assigned.add(name)
  })
  const same = (found, pattern) => String(found) === String([...code.matchAll(pattern)].map(({ index }) => index))
  if (!same(imports, /import\((?=["\w])/g))
    refuse('not everything that looks like import() is one, or the other way round')
  if (!same(places, /import\.meta\.url/g))
    refuse('not everything that looks like import.meta.url is that, or the other way round')
  for (const { source } of tree.body)
    if (source && !/^(?:\.|node:)/.test(source.value)) refuse(`it imports ${source.value}, which only modules can`)
  // A function gives what a name stands for when it ends, a module what it will stand for.
  for (const name of exportedVariables(tree))
    if (assigned.has(name)) refuse(`${name} is exported, and may change later`)
}

/** The names that an assignment gives a new meaning, also within patterns; what belongs to an object is none. */
function namesIn(target) {
  switch (target?.type) {
    case 'Identifier':
      return [target.name]
    case 'ArrayPattern':
      return target.elements.flatMap(namesIn)
    case 'ObjectPattern':
      return target.properties.flatMap(namesIn)
    case 'Property':
      return namesIn(target.value)
    case 'AssignmentPattern':
      return namesIn(target.left)
    case 'RestElement':
      return namesIn(target.argument)
    default:
      return []
  }
}

const CHANGES = new Set(['AssignmentExpression', 'ForOfStatement', 'ForInStatement'])

function exportedVariables({ body }) {
  const exported = body.flatMap(({ type, specifiers }) =>
    type === 'ExportNamedDeclaration' ? specifiers.map(({ local }) => local.name) : [],
  )
  const variables = body.filter(({ type, kind }) => type === 'VariableDeclaration' && kind !== 'const')
  const functions = body.flatMap(({ type, id }) =>
    type === 'FunctionDeclaration' || type === 'ClassDeclaration' ? [id.name] : [],
  )
  const declared = new Set([
    ...functions,
    ...variables.flatMap(({ declarations }) => declarations.map(({ id }) => id.name)),
  ])
  return exported.filter(name => declared.has(name))
}

function walk(node, visit) {
  if (node === null || typeof node !== 'object') return
  if (typeof node.type === 'string') visit(node)
  for (const part of Object.values(node)) walk(part, visit)
}
