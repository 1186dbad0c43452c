import type { PlainCommand } from '../reading/read-simple.ts'
import { isBuilder } from './builders.ts'

/** They note what is run while another program runs. */
const MEASURING: ReadonlySet<string> = new Set(['c8', 'nyc'])
const TIME = /^[0-9]{1,6}(?:\.[0-9]{1,3})?[smh]?$/
const MAX_DEPTH = 4

/**
 * The program behind a wrapper that only sets time or priority: `timeout 60 npm test`, `nice make`, `env CI=1 npm
 * test`.
 */
export function unwrap(written: PlainCommand, depth = 0): PlainCommand {
  const command = asNpx({ ...written, name: shortName(written.name) })
  const at = startOf(command)
  const program = command.words[at]
  if (
    at < 0 ||
    !program ||
    program.globs ||
    program.unknown === true ||
    !/^[\w.+/-]+$/.test(program.value) ||
    depth >= MAX_DEPTH
  )
    return command
  const set = command.name.endsWith('env')
    ? command.words.slice(0, at).map(({ value }) => ({ name: value.replace(/=.*/s, ''), value }))
    : []
  const inner: PlainCommand = {
    ...command,
    name: program.value,
    words: command.words.slice(at + 1),
    assignments: [...command.assignments, ...set],
  }
  // Behind these stands a program and never a word of the shell itself.
  return BUILTINS.has(inner.name) ? command : unwrap(inner, depth + 1)
}

/** A program of the system by its bare name, and all versions of Python by one. */
function shortName(name: string): string {
  const bare = name.replace(/^\/(?:usr\/)?(?:local\/)?s?bin\/(?=[\w.+-]+$)/, '')
  if (BUILTINS.has(bare)) return name
  return bare.replace(/^(python3?)\.[0-9]{1,2}$/, '$1')
}

/** `pnpm exec tsc`, `npm exec -- tsc`, `yarn tsc`: a program of a package, as `npx` runs it. */
function asNpx(command: PlainCommand): PlainCommand {
  const { name, words } = command
  const [first, second] = words
  if (name === 'bunx') return { ...command, name: 'npx' }
  if (!PACKAGERS.has(name) || first === undefined) return command
  if (first.value === 'exec') return { ...command, name: 'npx', words: words.slice(second?.value === '--' ? 2 : 1) }
  return name !== 'npm' && !PACKAGERS.has(first.value) && isBuilder(first.value) ? { ...command, name: 'npx' } : command
}

const PACKAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun'])

const BUILTINS: ReadonlySet<string> = new Set(['cd', 'exit', 'command', 'type', ':', '[['])

function startOf({ name, words }: PlainCommand): number {
  const [first, second] = words
  if (first === undefined || words.some(({ splits }) => splits)) return -1
  if (name === 'timeout') return TIME.test(first.value) ? 1 : -1
  if (name === 'nice')
    return first.value === '-n' && /^[0-9]{1,2}$/.test(second?.value ?? '') ? 2 : first.value.startsWith('-') ? -1 : 0
  if (name === 'stdbuf') return /^-[ioe][L0-9]+$/.test(first.value) ? 1 : -1
  if (MEASURING.has(name)) return first.value.startsWith('-') ? -1 : 0
  if (name === 'nohup') return first.value.startsWith('-') ? -1 : 0
  if (name !== 'env' && name !== 'cross-env') return -1
  const at = words.findIndex(({ value, globs, unknown }) => globs || unknown === true || !/^[A-Za-z_]\w*=/.test(value))
  return at > 0 ? at : -1
}
