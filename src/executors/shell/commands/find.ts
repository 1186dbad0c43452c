import type { PlainWord } from '../reading/plain-word.ts'
import { judgeApplied } from './applied.ts'
import { type CommandFinding, asks, reads } from './command-finding.ts'
import { type ShellLocation, mayBecomeOption, refusePath } from './shell-location.ts'

const ALONE: ReadonlySet<string> = new Set(
  (
    '( ) ! , -not -o -or -a -and -print -print0 -prune -quit -ls -empty -true -false -depth -xdev -mount -readable ' +
    '-writable -executable -nouser -nogroup -daystart -noleaf'
  ).split(' '),
)
const VALUED: ReadonlySet<string> = new Set(
  (
    '-name -iname -path -ipath -wholename -regex -iregex -regextype -type -xtype -size -maxdepth -mindepth -mtime ' +
    '-mmin -atime -amin -ctime -cmin -perm -user -group -uid -gid -links -inum -printf -lname -ilname'
  ).split(' '),
)
const FILES: ReadonlySet<string> = new Set(['-newer', '-anewer', '-cnewer', '-samefile'])

/** Every word of the expression must only look: no -delete, -ok, -fprint, and -exec only with a program that looks. */
export function judgeFind(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const start = words.findIndex(
    ({ value }, at) => /^[-(!,]/.test(value) && !(at === 0 && ['-H', '-L', '-P'].includes(value)),
  )
  const expression = start < 0 ? [] : words.slice(start)
  const places = (start < 0 ? words : words.slice(0, start)).filter(({ value }) => !['-H', '-L', '-P'].includes(value))
  if (places.some(mayBecomeOption)) return asks('uses a pattern that could match a name that is an option')
  const refused = places.map(word => refusePath(word, location)).find(found => found !== undefined)
  return refused ?? judgeExpression(expression, location) ?? reads('looks for files')
}

function judgeExpression(words: readonly PlainWord[], location: ShellLocation): CommandFinding | undefined {
  const ahead = words.toReversed()
  for (let word = ahead.pop(); word !== undefined; word = ahead.pop()) {
    if (word.globs) return asks('uses a pattern that a shell would expand')
    if (ALONE.has(word.value)) continue
    if (word.value === '-exec') {
      const program = takeProgram(ahead)
      const applied = program
        ? judgeApplied(program, location)
        : asks('runs a program on each, and it is not clear which')
      if (applied.level !== 'read') return applied
      continue
    }
    const isFile = FILES.has(word.value)
    if (!isFile && !VALUED.has(word.value))
      return asks(`looks for files with "${word.value}", which ${DEEDS[word.value] ?? 'is not known here'}`)
    const value = ahead.pop()
    if (!value || value.globs) return asks(`is given ${word.value} without a plain value`)
    const refused = isFile ? refusePath(value, location) : undefined
    if (refused) return refused
  }
  return undefined
}

/** From behind `-exec` to its `;` or `+`. */
function takeProgram(ahead: PlainWord[]): readonly PlainWord[] | undefined {
  const program: PlainWord[] = []
  for (let word = ahead.pop(); word !== undefined; word = ahead.pop()) {
    if (word.value === ';' || (word.value === '+' && program.at(-1)?.value === '{}')) return program
    program.push(word)
  }
  return undefined
}

const DEEDS: Readonly<Record<string, string>> = {
  '-delete': 'deletes them',
  '-execdir': 'runs a program on each',
  '-ok': 'runs a program on each',
  '-okdir': 'runs a program on each',
  '-fprint': 'writes a file',
  '-fprintf': 'writes a file',
  '-fls': 'writes a file',
}
