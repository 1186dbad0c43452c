import type { Command, SyntaxNode } from 'unbash'
import { BLOCKED_NAMES, WRAPPERS, plainName } from './blocked-names.ts'
import { parseBash, visitChildren } from './parser.ts'
import { RAW_PATTERNS, textOutsideQuotes } from './raw-text.ts'

/** What no grant, rule, trust or person can let pass; the pattern is its own text, for messages. */
export type Blocked = { readonly pattern: string; readonly because: string }

const MAX_COMMAND = 16_384

/** `more`: what the configuration adds, as words that a command begins with ("git push"). It can only grow the list. */
export function findBlocked(text: string, more: readonly string[] = []): Blocked | undefined {
  if (text.includes('\0')) return { pattern: '\\0', because: 'no command holds a NUL' }
  if (text.length > MAX_COMMAND) return { pattern: `${MAX_COMMAND} characters`, because: 'a longer command cannot be judged' }
  const outside = textOutsideQuotes(text)
  const raw = RAW_PATTERNS.find(({ found }) => found.test(outside))
  if (raw) return { pattern: raw.pattern, because: `${raw.because} is not allowed` }
  return inTree(text, more.map(prefixOf))
}

const prefixOf = (line: string): readonly string[] => line.split(/\s+/).filter(word => word !== '')

/** A tree that cannot be built is judged by nobody, so it counts as blocked. */
function inTree(text: string, more: readonly (readonly string[])[]): Blocked | undefined {
  try {
    return search(parseBash(text), more)
  } catch {
    return { pattern: 'syntax', because: 'it is nested too deeply to be judged' }
  }
}

const BLOCKED_NODES: Readonly<Record<string, Blocked>> = {
  CommandExpansion: { pattern: '$(…)', because: 'command substitution is not allowed' },
  ArithmeticCommandExpansion: { pattern: '$(…)', because: 'command substitution is not allowed' },
  ProcessSubstitution: { pattern: '<(…)', because: 'process substitution is not allowed' },
  HereString: { pattern: '<<<', because: 'a here-string is not allowed' },
  Coproc: { pattern: 'coproc', because: 'a coprocess is not allowed' },
}

function search(root: SyntaxNode, more: readonly (readonly string[])[]): Blocked | undefined {
  const open: SyntaxNode[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const found = BLOCKED_NODES[node.type] ?? (node.type === 'Command' ? inCommand(node, more) : undefined)
    if (found) return found
    visitChildren(node, child => void open.push(child))
  }
  return undefined
}

function inCommand(command: Command, more: readonly (readonly string[])[]): Blocked | undefined {
  if (!command.name) return undefined
  const words = [command.name, ...command.args].flatMap(word => (word.type === 'Word' ? [word.value] : []))
  return inWords(words, more) ?? wholeDisk(words) ?? inScript(words, more)
}

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'ash', 'zsh', 'ksh', 'rbash'])

/** What a shell is given to run is judged like the rest; each script is shorter than the one around it. */
function inScript(words: readonly string[], more: readonly (readonly string[])[]): Blocked | undefined {
  const at = words.findIndex(word => SHELLS.has(plainName(word)))
  if (at < 0) return undefined
  for (const script of words.slice(at + 1)) {
    const found = /\s/.test(script) ? inTree(script, more) : undefined
    if (found) return found
  }
  return undefined
}

function inWords(words: readonly string[], more: readonly (readonly string[])[]): Blocked | undefined {
  const [name = '', ...rest] = words.map(plainName)
  const because = BLOCKED_NAMES.get(name)
  if (because !== undefined) return { pattern: name, because: `it ${because}` }
  const own = more.find(prefix => prefix.length > 0 && prefix.every((word, at) => (at === 0 ? name : words[at]) === word))
  if (own) return { pattern: own.join(' '), because: 'the configuration blocks it' }
  if (!WRAPPERS.has(name)) return undefined
  for (let at = 0; at < rest.length; at++) {
    const inner = inWords(words.slice(at + 1), more)
    if (inner) return inner
  }
  return undefined
}

const WHOLE =
  /^(?:\/+[*.]*|\/+(?:bin|boot|dev|etc|home|lib\w*|opt|proc|root|run|sbin|srv|sys|tmp|usr|var)\/*\**|~\/*\**|\$HOME\/*\**|\$\{HOME\}\/*\**)$/

/** `rm -rf /` in all its spellings, and writing to a device. */
function wholeDisk(words: readonly string[]): Blocked | undefined {
  const [first = '', ...rest] = words
  const name = plainName(first)
  if (['rm', 'chmod', 'chown', 'chgrp', 'find', 'mv'].includes(name) && rest.some(word => WHOLE.test(word)) && isDangerous(name, rest))
    return { pattern: `${name} /`, because: 'it speaks of a whole system folder' }
  const device = name === 'dd' && rest.some(word => /^(?:if=|of=\/dev\/)/.test(word))
  return device ? { pattern: 'dd if=', because: 'it copies devices or whole disks' } : undefined
}

const isDangerous = (name: string, rest: readonly string[]): boolean =>
  name === 'find' ? rest.some(word => /^-(?:delete|exec|ok)/.test(word)) : true
