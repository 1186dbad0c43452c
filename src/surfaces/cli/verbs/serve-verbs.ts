import { InvalidArgumentError, Option } from 'commander'
import type { Register } from './register.ts'

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

function portNumber(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) < 65_536) return Number(value)
  throw new InvalidArgumentError('It must be a port, such as 4070.')
}

export function addServeVerbs({ verb, runs }: Register): void {
  const serve = verb('serve', 'the console and its API; also what happens without any verb')
    .option('--port <port>', 'this port and no other (otherwise 4070 or the next free one; 0 is any)', portNumber)
    .option('--open', 'open the console in the browser')
    .option('--model <spec>', 'who answers: ollama:qwen3:4b, demo ...')
    .option('--example', 'in a copy of the example manuscript, which stays yours')
    .option('--new-key <name>', 'make a key for a program, print it once and end')
    .addOption(new Option('--scope <scope>', 'what the new key may do').choices(['use', 'approve']))
    .option('--allow <capability>', "what the new key's turns are granted; may be repeated", collect, [])
    .addOption(
      new Option('--approval <mode>', 'what becomes of questions in its turns').choices(['hold', 'return', 'deny']),
    )
    .option('--keys', 'list the keys and end')
    .option('--drop-key <name>', 'take a key back and end')
  runs(serve, async (_args, command, terminal) => (await import('../serve/serve.ts')).serve(command.opts(), terminal))
}
