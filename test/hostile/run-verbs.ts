// A process that runs one command line after another, each as it is told on standard input. It is one of its own so that a command that
// waits for ever, as on a pipe that nobody writes to, can be ended.
import { createInterface } from 'node:readline'
import { commandLine } from '../command-line.ts'
import type { Job, Outcome } from './verb-runner.ts'

const write = process.stdout.write.bind(process.stdout)

async function run({ folder, state, words, variables }: Job): Promise<Outcome> {
  process.chdir(folder)
  Object.assign(process.env, { COUNTERSIGN_STATE: state }, variables)
  try {
    return { ...(await commandLine(words)), crash: null }
  } catch (thrown) {
    return {
      code: -1,
      out: '',
      err: '',
      crash: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
    }
  } finally {
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name)
    process.chdir('/')
  }
}

const lines = createInterface({ input: process.stdin })
for await (const line of lines) write(`${JSON.stringify(await run(JSON.parse(line) as Job))}\n`)
