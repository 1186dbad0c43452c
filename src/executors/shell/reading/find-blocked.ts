import { longPattern } from '../../../core/index.ts'
import type { Command, SyntaxNode, Word } from 'unbash'
import { parseBash, visitChildren } from './parser.ts'
import { PLAIN_SUM, isUnclear } from './plain-word.ts'
import { readCommand } from './read-command.ts'
import { type ExpansionBudget, type VariableValues, choicesOf, variableValues } from './variable-values.ts'

/** What no grant, rule, trust or person can let pass; the pattern is its own text, for messages. */
export type Blocked = { readonly pattern: string; readonly because: string }

const MAX_COMMAND = 16_384
const MAX_CHOICES = 500_000

/** `more`: what the configuration adds, as words that a command begins with ("git push"). It can only grow the list. */
export function findBlocked(text: string, more: readonly string[] = []): Blocked | undefined {
  if (text.includes('\0')) return { pattern: '\\0', because: 'no command holds a NUL' }
  if (text.length > MAX_COMMAND)
    return { pattern: `${MAX_COMMAND} characters`, because: 'a longer command cannot be judged' }
  const outside = textOutsideQuotes(text).replaceAll(PLAIN_SUM, '0')
  const raw = RAW_PATTERNS.find(({ found }) => found.test(outside))
  if (raw) return { pattern: raw.pattern, because: `${raw.because} is not allowed` }
  const list: List = { more: more.map(prefixOf), budget: { left: MAX_CHOICES } }
  return inTree(text, list) ?? asRead(text, list)
}

/** What the configuration adds, and how much may still be looked at. */
type List = { readonly more: readonly (readonly string[])[]; readonly budget: ExpansionBudget }

const prefixOf = (line: string): readonly string[] => line.split(/\s+/).filter(word => word !== '')

/** A command that cannot be parsed cannot be judged, so it counts as blocked. */
function inTree(text: string, list: List): Blocked | undefined {
  try {
    return search(parseBash(text), list)
  } catch {
    return { pattern: 'syntax', because: 'it is nested too deeply to be judged' }
  }
}

/** The commands as they are judged, so that no value is let pass here that is seen there. */
function asRead(text: string, list: List): Blocked | undefined {
  const commands = readCommand(text)
  if (isUnclear(commands)) return undefined
  for (const { name, words } of commands) {
    const found = inValues([name, ...words.map(({ value }) => value)], list)
    if (found) return found
  }
  return undefined
}

const BLOCKED_NODES: Readonly<Record<string, Blocked>> = {
  CommandExpansion: { pattern: '$(…)', because: 'command substitution is not allowed' },
  ArithmeticCommandExpansion: { pattern: '$(…)', because: 'command substitution is not allowed' },
  ProcessSubstitution: { pattern: '<(…)', because: 'process substitution is not allowed' },
  HereString: { pattern: '<<<', because: 'a here-string is not allowed' },
  Coproc: { pattern: 'coproc', because: 'a coprocess is not allowed' },
}

function search(root: SyntaxNode, list: List): Blocked | undefined {
  const values = variableValues(root)
  const open: SyntaxNode[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const found = BLOCKED_NODES[node.type] ?? (node.type === 'Command' ? inCommand(node, values, list) : undefined)
    if (found) return found
    visitChildren(node, child => void open.push(child))
  }
  return undefined
}

const TOO_MANY: Blocked = { pattern: 'variables', because: 'its variables stand for more than can be judged' }

/** As it is written, and with everything that its variables may stand for. */
function inCommand(command: Command, values: VariableValues, list: List): Blocked | undefined {
  if (!command.name) return undefined
  const words: readonly Word[] = [command.name, ...command.args].flatMap(word => (word.type === 'Word' ? [word] : []))
  const written = inValues(
    words.map(({ value }) => value),
    list,
  )
  if (written) return written
  for (const chosen of choicesOf(words, values, list.budget)) {
    const found = chosen ? inValues(chosen, list) : TOO_MANY
    if (found) return found
  }
  return undefined
}

const inValues = (words: readonly string[], list: List): Blocked | undefined =>
  inWords(words, list) ?? wholeDisk(words) ?? inScript(words, list)

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'ash', 'zsh', 'ksh', 'rbash'])

/** What a shell is given to run is judged like the rest; each script is shorter than the one around it. */
function inScript(words: readonly string[], list: List): Blocked | undefined {
  const at = words.findIndex(word => SHELLS.has(plainName(word)))
  if (at < 0) return undefined
  for (const script of words.slice(at + 1)) {
    const found = /\s/.test(script) ? inTree(script, list) : undefined
    if (found) return found
  }
  return undefined
}

function inWords(words: readonly string[], { more }: List): Blocked | undefined {
  for (const at of startsOf(words)) {
    const name = plainName(words[at] ?? '')
    const because = BLOCKED_NAMES.get(name)
    if (because !== undefined) return { pattern: name, because: `it ${because}` }
    const own = more.find(
      prefix => prefix.length > 0 && prefix.every((word, index) => (index === 0 ? name : words[at + index]) === word),
    )
    if (own) return { pattern: own.join(' '), because: 'the configuration blocks it' }
  }
  return undefined
}

/** Where a program may be named: at the beginning, behind `-exec`, and anywhere behind a program that runs others. */
function startsOf(words: readonly string[]): readonly number[] {
  const isFind = plainName(words[0] ?? '') === 'find'
  const starts: number[] = []
  let isWrapped = false
  for (const [at, word] of words.entries()) {
    const begins = at === 0 || (isFind && EXECUTING.has(words[at - 1] ?? ''))
    if (begins || isWrapped) starts.push(at)
    isWrapped ||= begins && WRAPPERS.has(plainName(word))
  }
  return starts
}

const WHOLE = longPattern()`
    ^(?:/+[*.]*|/+(?:bin|boot|dev|etc|home|lib\w*|opt|proc|root|run|sbin|srv|sys|tmp|usr|var)/*\**|~/*\**
    |\$HOME/*\**|\$\{HOME\}/*\**)$
  `

/** `rm -rf /` in all its spellings, and writing to a device. */
function wholeDisk(words: readonly string[]): Blocked | undefined {
  const [first = '', ...rest] = words
  const name = plainName(first)
  if (
    ['rm', 'chmod', 'chown', 'chgrp', 'find', 'mv'].includes(name) &&
    rest.some(word => WHOLE.test(word)) &&
    isDangerous(name, rest)
  )
    return { pattern: `${name} /`, because: 'it speaks of a whole system folder' }
  const device = name === 'dd' && rest.some(word => /^(?:if=|of=\/dev\/)/.test(word))
  return device ? { pattern: 'dd if=', because: 'it copies devices or whole disks' } : undefined
}

const isDangerous = (name: string, rest: readonly string[]): boolean =>
  name === 'find' ? rest.some(word => /^-(?:delete|exec|ok)/.test(word)) : true

/** Programs and builtins that never run, with the reason in words. `because` completes "is blocked: it …". */
const GROUPS: readonly (readonly [because: string, names: string])[] = [
  ['runs text as a command', 'eval source . exec trap alias unalias enable builtin bind complete compopt coproc fc'],
  ['becomes another user', 'sudo su doas pkexec runuser newgrp sg setpriv'],
  [
    'speaks to the network, which is off for commands',
    'curl wget nc ncat netcat socat telnet ftp tftp sftp scp ssh rsync',
  ],
  ['stops the machine', 'shutdown reboot halt poweroff init telinit systemctl'],
  ['changes disks', 'mkfs fdisk sfdisk parted wipefs blkdiscard mkswap swapon swapoff losetup cryptsetup shred'],
  [
    'changes the system',
    'mount umount chroot pivot_root nsenter unshare insmod modprobe rmmod kexec sysctl iptables nft',
  ],
  ['steps around the sandbox', 'bwrap docker podman lxc-attach machinectl flatpak-spawn systemd-run at batch crontab'],
]

const BLOCKED_NAMES: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap(([because, names]) => names.split(' ').map(name => [name, because] as const)),
)

/** They run what their arguments name, so those are looked at, too. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    'env command nohup nice ionice time timeout stdbuf setsid xargs parallel busybox toybox watch flock script ' +
    'unbuffer chrt taskset c8 nyc cross-env'
  ).split(' '),
)

/** What stands behind these words of `find` is a program that it runs. */
const EXECUTING: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** Families: `mkfs.ext4` is `mkfs`. */
const plainName = (name: string): string =>
  (name.slice(name.lastIndexOf('/') + 1) || name).replace(/^(mkfs)\..*$/, '$1')

/** Syntax that is found by its characters alone, whatever a parser makes of the rest. */
type RawPattern = { readonly pattern: string; readonly because: string; readonly found: RegExp }

const RAW_PATTERNS: readonly RawPattern[] = [
  { pattern: '$(…)', because: 'command substitution', found: /\$\\?\n?\(/ },
  { pattern: '`…`', because: 'command substitution', found: /`/ },
  { pattern: '<(…)', because: 'process substitution', found: /<\\?\n?\(/ },
  { pattern: '>(…)', because: 'process substitution', found: />\\?\n?\(/ },
  { pattern: '<<<', because: 'a here-string', found: /<<</ },
  { pattern: '${ …; }', because: 'command substitution', found: /\$\{[\s|]/ },
]

/**
 * What is in single quotes is text for bash, and may be set aside; but only where nothing is in sight that could make
 * quotes mean something else: comments, here-documents, $'…', escapes. Otherwise the whole text counts.
 */
function textOutsideQuotes(command: string): string {
  if (/[#\\]|<<|\$['"]/.test(command)) return command
  let outside = ''
  let quote = ''
  for (const sign of command) {
    if (quote === "'") quote = sign === "'" ? '' : quote
    else {
      if (quote === '"') quote = sign === '"' ? '' : quote
      else if (sign === "'" || sign === '"') quote = sign
      outside += sign
    }
  }
  return quote === '' ? outside : command
}
