import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { isJsonObject, parseJsonText } from '../../core/index.ts'
import { EXIT, type Failure, adviceFor, configFailure, toFailure, usageFailure } from './failure.ts'
import { PACKAGE_ROOT } from './package-files.ts'
import { type Terminal, processTerminal, visible } from './terminal.ts'

type GlobalFlags = {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly color?: boolean
  readonly workspace?: string
  readonly config?: string
}

/** Runs one command line and says with which code the process should end. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.done
  let help = ''
  const program = new Command('countersign').configureOutput({ writeErr: text => void (help += text) }) // what went wrong is told once, by us
  addVerbs(program, code => {
    exitCode = code
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.done // --help, --version
    if (thrown instanceof CommanderError && thrown.code === 'commander.help' && !argv.includes('--json')) return tell(help, EXIT.usage)
    return report(thrown instanceof CommanderError ? usageFailure(usageMessage(thrown)) : toFailure(thrown), argv)
  }
}

function tell(text: string, exitCode: number): number {
  process.stderr.write(text)
  return exitCode
}

/** A failure without a result: one line for people, or one JSON line for programs. */
function report(failure: Failure, argv: readonly string[]): number {
  const { code, message, detail } = failure.fault
  const json = JSON.stringify({ error: { code, message, detail: detail ?? null } })
  return tell(`${argv.includes('--json') ? json : visible(`${code}: ${message}\n${adviceFor(failure.fault)}`)}\n`, failure.exitCode)
}

/** Commander's own words, without its prefix. */
const usageMessage = (thrown: CommanderError): string =>
  thrown.code === 'commander.help' ? 'Say what to do: a verb is missing.' : thrown.message.replace(/^error: /, '')

function addVerbs(program: Command, end: (code: number) => void): void {
  program
    .description('Reads what a model wrote as one valid tool call, or says exactly why not.')
    .version(version(), '-V, --version')
    .exitOverride()
  const verb = (name: string, description: string): Command =>
    withGlobalFlags(program.command(name).description(description).exitOverride())

  verb('parse', 'read one raw model reply from standard input')
    .addOption(
      new Option('--profile <profile>', 'how the call must be written').choices(['strict', 'lenient', 'run']).makeOptionMandatory(),
    )
    .requiredOption('--tools <file>', 'JSON list of {name, description, parameters, risk?}')
    .option('--nonce <nonce>', 'strict: the nonce that the prompt showed')
    .addOption(
      new Option('--phase <phase>', 'strict: a first call, or the decision after a result').choices(['call', 'decision']).default('call'),
    )
    .option('--dialects <list>', 'lenient, run: all, none, or names separated by commas')
    .addOption(new Option('--coerce <switch>', 'lenient, run: convert values without loss').choices(['on', 'off']).default('on'))
    .option('--required', 'a tool call is required, so a message is refused')
    .action(async (_flags, command: Command) => end(await (await import('./parse.ts')).parse(command.opts(), terminalOf(command))))

  verb('replay', 'read a file of recorded replies and compare with what was expected')
    .argument('<file>', 'JSON Lines, also .gz')
    .addOption(new Option('--profile <profile>', 'how the calls must be written').choices(['strict', 'lenient', 'run']).default('lenient'))
    .option('--out <file>', 'write one line a row')
    .action(async (file: string, _flags, command: Command) =>
      end(await (await import('./replay/replay.ts')).replay(file, command.opts(), terminalOf(command))),
    )

  const tools = program.command('tools').description('the tools that can be called').exitOverride()
  withGlobalFlags(tools.command('list').description('all tools, a line each').exitOverride())
    .option('--tools <file>', 'JSON list of tools (default: the bundled example)')
    .action(async (_flags, command: Command) => end((await import('./tools.ts')).listTools(command.opts(), terminalOf(command))))
  withGlobalFlags(tools.command('show').description('one tool with its parameters').exitOverride())
    .argument('<name>')
    .option('--tools <file>', 'JSON list of tools (default: the bundled example)')
    .action(async (name: string, _flags, command: Command) =>
      end((await import('./tools.ts')).showTool(name, command.opts(), terminalOf(command))),
    )

  verb('explain', 'what a fault code means and what to do')
    .argument('<code>')
    .action(async (code: string, _flags, command: Command) =>
      end((await import('./explain.ts')).explain(code, command.opts(), terminalOf(command))),
    )

  verb('demo', 'show on examples what is read, fixed and refused').action(async (_flags, command: Command) =>
    end((await import('./demo/demo.ts')).demo(command.opts(), terminalOf(command))),
  )
}

/** Every verb takes these. */
const withGlobalFlags = (command: Command): Command =>
  command
    .option('--json', 'print the result as JSON')
    .option('--quiet', 'print nothing but the result')
    .option('--no-color', 'no colours (also NO_COLOR)')
    .option('--workspace <dir>', 'the folder to work in')
    .option('--config <file>', 'a configuration file')

function terminalOf(command: Command): Terminal {
  const flags: GlobalFlags = command.opts()
  if (flags.workspace !== undefined && !isFolder(flags.workspace)) throw usageFailure(`--workspace: there is no folder ${flags.workspace}.`)
  if (flags.config !== undefined && !existsSync(flags.config)) throw configFailure(`--config: there is no file ${flags.config}.`)
  return processTerminal({
    quiet: flags.quiet === true,
    colour: flags.color !== false && !process.env['NO_COLOR'] && (process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined),
  })
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

function version(): string {
  const manifest = parseJsonText(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))
  return isJsonObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : 'unknown'
}
