import { CountersignError, type Json, isJsonList, isJsonObject } from '../../../core/index.ts'
import type { PrefixRule, PrefixRules } from './prefix-rule.ts'
import { isUnclear } from '../reading/plain-word.ts'
import { readCommand } from '../reading/read-command.ts'
import type { PlainCommand } from '../reading/read-simple.ts'

/** Programs that run whatever they are given: a rule of one word would allow everything. */
const TOO_WIDE: ReadonlySet<string> = new Set(
  (
    'bash sh dash zsh ksh env xargs node python python3 perl ruby php deno bun npx pnpx bunx find rm git npm pnpm ' +
    'yarn cargo go make docker ssh awk sed timeout nohup'
  ).split(' '),
)

const wrong = (number: number, what: string): CountersignError =>
  new CountersignError('config_invalid', `In rule ${number} of [tools.shell]: ${what}.`)

/** Throws on a rule that does not mean what its examples say. An earlier rule wins, and asking wins over allowing. */
export function readPrefixRules(given: readonly Json[]): PrefixRules {
  const rules = given
    .map((rule, index) => readRule(rule, index + 1))
    .toSorted((a, b) => Number(a.action === 'allow') - Number(b.action === 'allow'))
  return { find: command => rules.find(rule => fits(rule.prefix, command)) }
}

function readRule(rule: Json, number: number): PrefixRule {
  if (!isJsonObject(rule)) throw wrong(number, 'it is not a table')
  const { prefix, action, examples = [], not = [], ...rest } = rule
  const [stray] = Object.keys(rest)
  if (stray !== undefined)
    throw wrong(number, `"${stray}" is no part of a rule; known are prefix, action, examples and not`)
  if (!isWords(prefix) || prefix.length === 0)
    throw wrong(number, '"prefix" must be a list of words, such as ["npm", "run", "deploy"]')
  if (action !== 'allow' && action !== 'ask') throw wrong(number, '"action" must be "allow" or "ask"')
  if (!isWords(examples) || !isWords(not)) throw wrong(number, '"examples" and "not" must be lists of commands')
  if (action === 'allow') checkWidth(prefix, number)
  if (examples.length === 0) throw wrong(number, 'it needs at least one command in "examples" that it is meant for')
  checkExamples({ prefix, examples, not }, number)
  return { prefix, action }
}

function checkWidth(prefix: readonly string[], number: number): void {
  const [name = ''] = prefix
  if (prefix.length === 1 && TOO_WIDE.has(name))
    throw wrong(number, `"${name}" alone would allow everything; name the words that follow it`)
  if (prefix.some(word => ['-c', '-e', '--eval', 'exec', '-exec'].includes(word)))
    throw wrong(number, 'a prefix that ends in running text would allow everything')
}

type Examples = {
  readonly prefix: readonly string[]
  readonly examples: readonly string[]
  readonly not: readonly string[]
}

function checkExamples({ prefix, examples, not }: Examples, number: number): void {
  const isMeant = (line: string): boolean => {
    const commands = readCommand(line)
    return !isUnclear(commands) && commands.length === 1 && commands.every(command => fits(prefix, command))
  }
  const missed = examples.find(line => !isMeant(line))
  if (missed !== undefined)
    throw wrong(number, `the example ${JSON.stringify(missed)} is not one command that begins with ${prefix.join(' ')}`)
  const caught = not.find(isMeant)
  if (caught !== undefined) throw wrong(number, `it fits ${JSON.stringify(caught)}, which stands in "not"`)
}

const fits = (prefix: readonly string[], { name, words }: PlainCommand): boolean =>
  prefix.every((word, at) =>
    at === 0 ? name === word : words[at - 1]?.value === word && words[at - 1]?.globs === false,
  )

const isWords = (value: Json | undefined): value is string[] =>
  value !== undefined && isJsonList(value) && value.every(word => typeof word === 'string' && word !== '')
