// A process that runs one command line as the program itself does, for tests of signals and terminals.
import { runCommandLine } from '../../src/surfaces/cli/main.ts'

process.exitCode = await runCommandLine(process.argv.slice(2))
