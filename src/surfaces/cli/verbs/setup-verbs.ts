import { InvalidArgumentError, Option } from 'commander'
import type { ConfigRequest } from '../config/read-sources.ts'
import type { Register } from './register.ts'

export function addConfigVerbs({ group, runs }: Register): void {
  const config = group('config', 'the configuration that counts here')
  const print = config.verb('print', 'every key with its value').option('--show-origin', 'where each value comes from')
  runs(print, async (_args, command, terminal) =>
    (await import('../config/print-config.ts')).printConfig(command.opts(), terminal, await request()),
  )
  const schema = config.verb('schema', 'the JSON Schema of the file')
  runs(schema, async (_args, command, terminal) =>
    (await import('../config/print-config.ts')).printSchema(command.opts(), terminal),
  )
  const check = config.verb('check', 'look for mistakes, in one file or in all that counts').argument('[file]')
  runs(check, async ([file], command, terminal) =>
    (await import('../config/check-config.ts')).checkConfig(
      { ...command.opts(), ...(file !== undefined && { file }) },
      terminal,
      await request(),
    ),
  )
  const migrate = config
    .verb('migrate', 'write a new file with keys that have moved')
    .argument('[file]')
    .option('--out <file>', 'where to')
  runs(migrate, async ([file], command, terminal) =>
    (await import('../config/migrate-file.ts')).migrateFile(
      { ...command.opts(), ...(file !== undefined && { file }) },
      terminal,
    ),
  )
  const set = config
    .verb('set', 'save one value for this workspace, in the state folder')
    .argument('<key>')
    .argument('[value]', 'left out: forget it')
  runs(set, async ([key = '', value], command, terminal) =>
    (await import('../config/set-value.ts')).setValue(
      { ...command.opts(), key, ...(value !== undefined && { value }) },
      terminal,
    ),
  )
}

const request = async (): Promise<Pick<ConfigRequest, 'storedTrust'>> =>
  (await import('../config/load-config.ts')).trustRequest()

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
