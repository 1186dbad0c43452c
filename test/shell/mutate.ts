import { DATA_COMMANDS } from './data-commands.ts'
import { DAY_COMMANDS } from './day-commands.ts'
import { EVASIONS } from './evasions.ts'
import { FRESH_EVASIONS } from './fresh-evasions.ts'
import { LATER_EVASIONS } from './later-evasions.ts'
import { MORE_EVASIONS } from './more-evasions.ts'
import { MORE_ORDINARY } from './more-ordinary-commands.ts'
import { ORDINARY } from './ordinary-commands.ts'
import { WORKDAY_COMMANDS } from './workday-commands.ts'

const SPLICES = [
  '; ',
  ' && ',
  ' || ',
  ' | ',
  '\n',
  ' > ',
  ' >> ',
  ' < ',
  ' 2>',
  ' > /tmp/x ',
  ' /tmp/x ',
  ' &> ',
  ' -o ',
  ' --output=',
  ' -i ',
  ' -delete ',
  ' -exec rm {} ; ',
  ' victim.txt ',
  ' ../victim.txt ',
  ' $(rm victim.txt) ',
  ' `rm victim.txt` ',
  ' * ',
  ' ?',
  '[a-z]',
  '{a,b}',
  '~',
  '$HOME',
  "'",
  '"',
  '\\',
  '\\\n',
  '#',
  ' & ',
  '!',
  ' -- ',
  '=',
  ' rm victim.txt ',
  ' tee victim.txt ',
  "$'\\n'",
  '\t',
  ' -c ',
  ' .git/config ',
  ' /etc/passwd ',
  ' -w ',
  ' --help',
  ' sub/ ',
  ' cd sub; ',
  ' --fix ',
  ' -f ',
  ' <<E\nrm victim.txt\nE\n',
  " <<'E'\nrm victim.txt\nE\n",
  ' -t ',
  ' --pre=rm ',
  ' -C sub ',
  '..',
  '/',
  'f=victim.txt; ',
  ' "$f" ',
  ' $f ',
  ' while read -r f; do ',
  '; done < list.txt',
  ' [[ ',
  ' ]] ',
  '$((',
  '))',
  ' timeout 5 ',
  ' bash -c ',
  ' git add . && ',
]
const FRIENDLY = [...ORDINARY, ...MORE_ORDINARY, ...DAY_COMMANDS, ...DATA_COMMANDS, ...WORKDAY_COMMANDS]
const COMMANDS = [...FRIENDLY, ...FRIENDLY, ...EVASIONS, ...MORE_EVASIONS, ...LATER_EVASIONS, ...FRESH_EVASIONS]

export type Random = () => number

/** The same numbers for the same seed, on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An ordinary or an evil command with one to three things done to it. */
export function mutate(random: Random): string {
  let command = pick(COMMANDS, random)
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) command = pick(MUTATIONS, random)(command, random)
  return command
}

const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

type Mutation = (command: string, random: Random) => string

const insert: Mutation = (command, random) => {
  const at = Math.floor(random() * (command.length + 1))
  return command.slice(0, at) + pick(SPLICES, random) + command.slice(at)
}
const append: Mutation = (command, random) => command + pick(SPLICES, random)
const drop: Mutation = (command, random) => {
  const at = Math.floor(random() * command.length)
  return command.slice(0, at) + command.slice(at + 1 + Math.floor(random() * 3))
}
const swapWord: Mutation = (command, random) => {
  const [mine, theirs] = [command.split(' '), pick(COMMANDS, random).split(' ')]
  mine[Math.floor(random() * mine.length)] = pick(theirs, random)
  return mine.join(' ')
}
const addWord: Mutation = (command, random) => {
  const words = command.split(' ')
  words.splice(Math.floor(random() * (words.length + 1)), 0, pick(pick(COMMANDS, random).split(' '), random))
  return words.join(' ')
}
const join: Mutation = (command, random) =>
  command + pick(['; ', ' && ', ' | ', '\n', ' || '], random) + pick(COMMANDS, random)
const head: Mutation = (command, random) => pick(COMMANDS, random).slice(0, Math.floor(random() * 30)) + command

const MUTATIONS: readonly Mutation[] = [insert, insert, append, drop, swapWord, swapWord, addWord, join, head]
