import { existsSync, statSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { EXIT, type Failure, adviceForFault, configFailure, toFailure, usageFailure } from './failure.ts'
import { packageVersion } from './package-files.ts'
import { type Terminal, processTerminal, visible, visibleJson } from './terminal.ts'
import { addAuthorityVerbs, addCallingVerbs } from './verbs/calling-verbs.ts'
import { addConfigVerbs, addServeVerbs } from './verbs/setup-verbs.ts'
import { addMemoryVerbs, addTurnVerbs } from './verbs/turn-verbs.ts'
import { addModelVerbs } from './verbs/model-verbs.ts'
import { addReadingVerbs } from './verbs/reading-verbs.ts'
import { addRecordVerbs } from './verbs/record-verbs.ts'
import { createRegister } from './verbs/register.ts'

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
  // report() prints errors
  const program = new Command('countersign').configureOutput({ writeErr: text => void (help += text) })
  addVerbs(program, code => {
    exitCode = code
  })
  try {
    await program.parseAsync(argv.length === 0 ? NO_VERB : [...argv], { from: 'user' })
    return exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.done // --help, --version
    if (thrown instanceof CommanderError && thrown.code === 'commander.help' && !argv.includes('--json'))
      return tell(help, EXIT.usage)
    return report(thrown instanceof CommanderError ? usageFailure(usageMessage(thrown)) : toFailure(thrown), argv)
  }
}

/** No verb given: start the server and its console. */
const NO_VERB = ['serve']

function tell(text: string, exitCode: number): number {
  process.stderr.write(text)
  return exitCode
}

/** Prints a failure: the fault and its advice for people, or one line of JSON for programs. */
function report(failure: Failure, argv: readonly string[]): number {
  const { code, message, detail } = failure.fault
  const json = visibleJson(JSON.stringify({ error: { code, message, detail: detail ?? null } }))
  const advice = argv.includes('--quiet') ? '' : `\n${adviceForFault(failure.fault)}`
  return tell(`${argv.includes('--json') ? json : visible(`${code}: ${message}${advice}`)}\n`, failure.exitCode)
}

/** Commander's own words, without its prefix. */
const usageMessage = (thrown: CommanderError): string =>
  thrown.code === 'commander.help'
    ? 'A command is missing. See countersign --help.'
    : thrown.message.replace(/^error: /, '')

function addVerbs(program: Command, end: (code: number) => void): void {
  program
    .description('Checks every tool call a model makes, asks before anything changes, and keeps signed receipts.')
    .version(packageVersion(), '-V, --version')
    .exitOverride()
  const register = createRegister(program, end, terminalOf)
  addTurnVerbs(register)
  addServeVerbs(register)
  addCallingVerbs(register)
  addRecordVerbs(register)
  addAuthorityVerbs(register)
  addModelVerbs(register)
  addMemoryVerbs(register)
  addConfigVerbs(register)
  addReadingVerbs(register)
}

function terminalOf(command: Command): Terminal {
  const flags: GlobalFlags = command.opts()
  if (flags.workspace !== undefined && !isFolder(flags.workspace))
    throw usageFailure(`--workspace: there is no folder ${flags.workspace}.`)
  if (flags.config !== undefined && !existsSync(flags.config))
    throw configFailure(`--config: there is no file ${flags.config}.`)
  return processTerminal({
    quiet: flags.quiet === true,
    colour:
      flags.color !== false &&
      !process.env['NO_COLOR'] &&
      (process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined),
  })
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
