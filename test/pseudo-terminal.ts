import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { builtProgram } from './built-program.ts'

export const CTRL_C = '\u0003'
export const CTRL_D = '\u0004'

export type PseudoTerminal = {
  /** All that the screen has shown so far. */
  readonly shown: () => string
  /** When it shows this. */
  readonly shows: (text: string) => Promise<void>
  /** When a chat waits for the next message: a key that comes earlier is for what it does before. */
  readonly prompts: () => Promise<void>
  readonly type: (keys: string) => void
  /** As when somebody closes the window. */
  readonly close: () => void
  /** The exit code of the command. */
  readonly ended: Promise<number | null>
}

/** On a loaded machine a key may fall between two who read the keyboard, as it may for people; they press it again. */
export const AT_A_TERMINAL = { retry: 2, timeout: 40_000 } as const

// oxlint-disable-next-line no-control-regex -- the cursor is put behind the prompt by an escape
const PROMPT_AT_END = /> (?:\u001B\[\d+G)?$/
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Runs a command line at a terminal of its own, which `script` makes: the command sees keys, not a pipe. */
export function pseudoTerminal(
  words: readonly string[],
  environment: { readonly [name: string]: string },
): PseudoTerminal {
  const command = [process.execPath, builtProgram(), ...words].map(quoted).join(' ')
  const env = { ...process.env, ...environment, NO_COLOR: '1', TERM: 'xterm' }
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', `exec ${command}`, '/dev/null'], {
    env,
  })
  let screen = ''
  const watchers = new Set<() => void>()
  const look = (): void => watchers.forEach(watcher => watcher())
  child.stdin.on('error', () => {}) // the command may have ended while keys are typed
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    look()
  })
  const ended = new Promise<number | null>(resolve => child.on('close', code => resolve(code)))
  onTestFinished(() => void child.kill('SIGKILL'))
  const when = (holds: () => boolean, what: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const watcher = (): void => {
        if (!holds()) return
        watchers.delete(watcher)
        resolve()
      }
      watchers.add(watcher)
      child.once('close', () => reject(new Error(`It ended without showing ${what}, but: ${screen}`)))
      watcher()
    })
  return {
    shown: () => screen,
    shows: text => when(() => screen.includes(text), `"${text}"`),
    prompts: () => when(() => PROMPT_AT_END.test(screen), 'a prompt'),
    type: keys => void child.stdin.write(keys),
    close: () => void child.kill('SIGKILL'),
    ended,
  }
}
