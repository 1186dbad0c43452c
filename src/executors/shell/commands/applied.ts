import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks } from './command-finding.ts'
import { type ShellLocation, refusePath } from './shell-location.ts'
import { SIMPLE_READERS, judgeReader } from './simple-readers.ts'

/** A program that runs on names that are not known yet: one that does no harm whatever it is given. */
export function judgeApplied([name, ...words]: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const reader = name && !name.globs ? SIMPLE_READERS.get(name.value) : undefined
  if (reader?.tame !== true) return asks(`runs ${name?.value ?? 'a program'} on what it finds`)
  if (!location.confined && reader.operands !== 'text' && reader.operands !== 'none')
    return asks(`runs ${name?.value ?? 'a program'} on names that nobody has checked, without a sandbox`)
  return judgeReader(
    reader,
    words.filter(({ value }) => value !== '{}'),
    location,
  )
}

const ALONE: ReadonlySet<string> = new Set([
  '-0',
  '-r',
  '-x',
  '-t',
  '--null',
  '--no-run-if-empty',
  '--exit',
  '--verbose',
  '-I{}',
])
const VALUED: ReadonlySet<string> = new Set(['-n', '-L', '-P', '-I', '-d', '-s', '-E'])
const JOINED = /^(?:-[nLPs][0-9]+|--(?:max-args|max-lines|max-procs|max-chars|delimiter)=.*)$/

/** `xargs` with its own options, and then the program. */
export function judgeXargs(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  let at = 0
  for (; at < words.length; at++) {
    const { value = '', globs = false } = words[at] ?? {}
    if (globs || !value.startsWith('-')) break
    if (value === '-a') {
      const refused = refusePath(words[++at] ?? { value: '', globs: false }, location)
      if (refused) return refused
    } else if (VALUED.has(value)) {
      at++
    } else if (!ALONE.has(value) && !JOINED.test(value))
      return asks(`runs xargs with "${value}", which is not known here`)
  }
  // Without a program it prints.
  return judgeApplied(at < words.length ? words.slice(at) : [{ value: 'echo', globs: false }], location)
}
