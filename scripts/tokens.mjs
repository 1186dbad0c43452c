// Cuts TypeScript into tokens, just well enough to tell code from strings, comments and regular expressions.

const SHAPES = {
  space: /\s+/y,
  comment: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y,
  string: /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y,
  template: /[`}](?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y,
  regex: /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y,
  word: /[\p{ID_Continue}$#]+/uy,
}
const BEFORE_REGEX = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'do',
  'else',
  'void',
  'delete',
  'throw',
  'await',
  'yield',
])

/**
 * `{ kind: 'word' | 'mark' | 'string' | 'regex', text, line }` without spaces and comments; the text of a string has no
 * quotes.
 */
export function tokens(source) {
  const found = []
  const holes = [] // open braces inside each open hole of a template
  let line = 1
  for (let at = 0; at < source.length;) {
    const { kind, text } = tokenAt(source, at, { previous: found.at(-1), closesHole: holes.at(-1) === 0 })
    if (kind === 'template') followTemplate(text, holes)
    else if (text === '{' && holes.length > 0) holes[holes.length - 1] += 1
    else if (text === '}' && holes.length > 0) holes[holes.length - 1] -= 1
    if (kind === 'string' || kind === 'template')
      found.push({ kind: 'string', text: text.replace(/^.|(`|\$\{|['"])$/g, ''), line })
    else if (kind !== 'space' && kind !== 'comment') found.push({ kind, text, line })
    line += text.split('\n').length - 1
    at += text.length
  }
  return found
}

function tokenAt(source, at, { previous, closesHole }) {
  for (const [kind, shape] of Object.entries(SHAPES)) {
    if (kind === 'template' && source[at] === '}' && !closesHole) continue
    if (kind === 'regex' && !mayStartRegex(previous)) continue
    shape.lastIndex = at
    const match = shape.exec(source)
    if (match) return { kind, text: match[0] }
  }
  return { kind: 'mark', text: source[at] }
}

function followTemplate(text, holes) {
  if (text.startsWith('}')) holes.pop()
  if (text.endsWith('${')) holes.push(0)
}

/** After a value a slash divides; anywhere else it opens a regular expression. */
function mayStartRegex(previous) {
  if (previous === undefined) return true
  if (previous.kind === 'word') return BEFORE_REGEX.has(previous.text)
  return previous.kind === 'mark' && !')]}'.includes(previous.text)
}
