import { createRequire } from 'node:module'
import type * as re2js from 're2js'
import { CountersignError } from '../../core/index.ts'

/**
 * Which commands or tools a filter is for. An expression given as text comes from a configuration file and is read by
 * RE2.
 */
export type Matcher =
  | { readonly kind: 'Exact'; readonly value: string }
  | { readonly kind: 'Prefix'; readonly value: string }
  | { readonly kind: 'Regex'; readonly pattern: string | RegExp }
  | { readonly kind: 'Custom'; readonly test: (command: string) => boolean }

export type CommandTest = (command: string) => boolean

/** A compound shell line matches as a whole or by its last command: `cd x && make 2>&1 | tail` is `make`. */
export function compileMatcher(matcher: Matcher): CommandTest {
  const matches = matchOne(matcher)
  return command => matches(command) || matches(lastCommand(command))
}

function matchOne(matcher: Matcher): CommandTest {
  switch (matcher.kind) {
    case 'Exact':
      return command => command === matcher.value
    case 'Prefix':
      return command => command.startsWith(matcher.value)
    case 'Custom':
      return matcher.test
    case 'Regex':
      return typeof matcher.pattern === 'string' ? compileForeign(matcher.pattern) : compileOwn(matcher.pattern)
  }
}

const load: (name: 're2js') => typeof re2js = createRequire(import.meta.url)

function compileForeign(source: string): CommandTest {
  const { RE2JS } = load('re2js')
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source))
    return command => pattern.test(command)
  } catch {
    throw new CountersignError(
      'config_invalid',
      `The filter pattern "${source}" is no regular expression that RE2 can read. Write it without look-around.`,
    )
  }
}

/** Without the flags that make a pattern remember where it stopped. */
function compileOwn(given: RegExp): CommandTest {
  const pattern = new RegExp(given.source, given.flags.replaceAll(/[gy]/g, ''))
  return command => pattern.test(command)
}

/** The last command of a line joined by `&&`, `||`, `;` or line ends, without pipes and redirections. */
export function lastCommand(line: string): string {
  const commands = splitOutsideQuotes(line, /^(?:&&|\|\||;|\n)/)
  const last = commands.findLast(command => command.trim() !== '') ?? ''
  const [first = ''] = splitOutsideQuotes(last, /^\|&?/)
  return first.replaceAll(REDIRECTION, ' ').replaceAll(/\s+/g, ' ').trim()
}

const REDIRECTION = /(?:^|\s)(?:\d|&)?(?:>>?|<)\s{0,4}(?:&\d|&-|"[^"\n]{0,400}"|'[^'\n]{0,400}'|[^\s"'|;&]{1,400})/g

/** A quoted separator is text. */
function splitOutsideQuotes(line: string, separator: RegExp): readonly string[] {
  const parts: string[] = []
  let [start, quote] = [0, '']
  for (let index = 0; index < line.length; index++) {
    const char = line[index] ?? ''
    if (char === '\\' && quote !== "'") index++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'" || char === '`') quote = char
    else {
      const found = separator.exec(line.slice(index, index + 2))?.[0]
      if (found === undefined) continue
      parts.push(line.slice(start, index))
      start = index + found.length
      index = start - 1
    }
  }
  return [...parts, line.slice(start)]
}
