import { InvalidArgumentError, Option } from 'commander'
import type { ConfigRequest } from '../config/read-sources.ts'
import type { Register } from './register.ts'

export function addConfigVerbs({ group, runs, loads }: Register): void {
  const config = group('config', 'the configuration in force here')
  const print = config
    .verb('print', 'every key with its value')
    .option('--show-origin', 'show where each value comes from')
  runs(print, async (_args, command, terminal) =>
    (await import('../config/print-config.ts')).printConfig(command.opts(), terminal, await request()),
  )
  const schema = config.verb('schema', 'the JSON Schema of the file')
  loads(schema, async () => (await import('../config/print-config.ts')).printSchema)
  const check = config.verb('check', 'check one file, or the whole configuration').argument('[file]')
  runs(check, async ([file], command, terminal) =>
    (await import('../config/check-config.ts')).checkConfig(
      { ...command.opts(), ...(file !== undefined && { file }) },
      terminal,
      await request(),
    ),
  )
  const migrate = config
    .verb('migrate', 'write a new file with renamed keys updated')
    .argument('[file]')
    .option('--out <file>', 'the new file')
  runs(migrate, async ([file], command, terminal) =>
    (await import('../config/migrate-file.ts')).migrateFile(
      { ...command.opts(), ...(file !== undefined && { file }) },
      terminal,
    ),
  )
  const set = config
    .verb('set', 'save one value for this workspace, in the state folder')
    .argument('<key>')
    .argument('[value]', 'left out: remove the saved value')
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
  throw new InvalidArgumentError('Use a port number, such as 4070.')
}

export function addServeVerbs({ verb, loads }: Register): void {
  const serve = verb('serve', 'start the console and its API (the default command)')
    .option('--port <port>', 'use exactly this port (default: 4070 or the next free one; 0: any free port)', portNumber)
    .option('--open', 'open the console in the browser')
    .option('--model <spec>', 'the model, such as ollama:qwen3:4b or demo')
    .option('--example', 'use a copy of the example manuscript as workspace')
    .option('--new-key <name>', 'create an API key, print it once and exit')
    .addOption(new Option('--scope <scope>', 'what the new key may do').choices(['use', 'approve']))
    .option('--allow <capability>', 'capabilities granted to the new key; may be repeated', collect, [])
    .addOption(
      new Option('--approval <mode>', 'how its approval requests are handled').choices(['hold', 'return', 'deny']),
    )
    .option('--keys', 'list the keys and exit')
    .option('--drop-key <name>', 'delete a key and exit')
  loads(serve, async () => (await import('../serve/serve.ts')).serve)
}
