import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'

export type End = (code: number) => void
export type Run = (args: readonly string[], command: Command, terminal: Terminal) => Promise<number>

/** Adds verbs to the program; each loads its code only when it is used. */
export type Register = {
  readonly verb: (name: string, description: string) => Command
  /** A verb with verbs of its own. */
  readonly group: (name: string, description: string) => Register
  readonly runs: (command: Command, run: Run) => void
}

export function createRegister(program: Command, end: End, terminalOf: (command: Command) => Terminal): Register {
  return {
    verb: (name, description) => withGlobalFlags(program.command(name).description(description).exitOverride()),
    group: (name, description) =>
      createRegister(program.command(name).description(description).exitOverride(), end, terminalOf),
    runs: (command, run) =>
      void command.action(async (...given: unknown[]) => {
        const last = given.at(-1)
        if (!(last instanceof Command)) throw new TypeError('commander hands over the command last')
        end(await run(last.args, last, terminalOf(last)))
      }),
  }
}

/** Every verb takes these. */
const withGlobalFlags = (command: Command): Command =>
  command
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print nothing but the result')
    .option('--no-color', 'no colours (also NO_COLOR)')
    .option('--workspace <dir>', 'the folder to work in')
    .option('--config <file>', 'a configuration file instead of your own')
