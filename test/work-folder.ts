import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Ended, commandLine } from './command-line.ts'
import { testWorkspace } from './open-test-runtime.ts'
import { type PseudoTerminal, pseudoTerminal } from './pseudo-terminal.ts'

export type WorkFolder = {
  readonly root: string
  readonly state: string
  readonly write: (path: string, content: string) => void
  /** Runs a command in this workspace, with a state folder and a home of its own. */
  readonly run: (...args: readonly string[]) => Promise<Ended>
  /** The same with --json: what it printed, parsed. */
  readonly json: (...args: readonly string[]) => Promise<{ readonly code: number; readonly value: unknown }>
  /** The same in a process of its own that has a terminal, so that it can ask. */
  readonly terminal: (...args: readonly string[]) => PseudoTerminal
}

export function workFolder(stdin?: string): WorkFolder {
  const { root, state } = testWorkspace()
  const home = join(dirname(root), 'home')
  mkdirSync(home)
  const environment = { COUNTERSIGN_STATE: state, HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
  const run = (...args: readonly string[]): Promise<Ended> =>
    commandLine([...args, '--workspace', root], { environment, ...(stdin !== undefined && { stdin }) })
  return {
    root,
    state,
    run,
    terminal: (...args) => pseudoTerminal([...args, '--workspace', root], environment),
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    },
    async json(...args) {
      const { code, out, err } = await run(...args, '--json')
      return { code, value: JSON.parse(out === '' ? err : out) as unknown }
    },
  }
}
