import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'

export type End = (code: number) => void
export type Run = (args: readonly string[], command: Command, terminal: Terminal) => Promise<number>

/** Adds verbs to the program. Each verb loads its code only when it runs. */
export type Register = {
  readonly verb: (name: string, description: string) => Command
  /** A verb with verbs of its own. */
  readonly group: (name: string, description: string) => Register
  readonly runs: (command: Command, run: Run) => void
  /** The same for a verb without arguments: it is loaded, and takes its flags and the terminal. */
  readonly loads: <Flags extends object>(command: Command, load: () => Promise<PlainVerb<Flags>>) => void
}

type PlainVerb<Flags> = (flags: Flags, terminal: Terminal) => number | Promise<number>

export function createRegister(program: Command, end: End, terminalOf: (command: Command) => Terminal): Register {
  const runs: Register['runs'] = (command, run) =>
    void command.action(async (...given: unknown[]) => {
      const last = given.at(-1)
      if (!(last instanceof Command)) throw new TypeError('commander passes the command last')
      end(await run(last.args, last, terminalOf(last)))
    })
  return {
    verb: (name, description) => withGlobalFlags(program.command(name).description(description).exitOverride()),
    group: (name, description) =>
      createRegister(program.command(name).description(description).exitOverride(), end, terminalOf),
    runs,
    loads: (command, load) => runs(command, async (_args, given, terminal) => (await load())(given.opts(), terminal)),
  }
}

/** The flags of every verb. */
const withGlobalFlags = (command: Command): Command =>
  command
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print nothing but the result')
    .option('--no-color', 'no colours (also NO_COLOR)')
    .option('--workspace <dir>', 'the workspace folder')
    .option('--config <file>', 'use this configuration file instead of your own')
