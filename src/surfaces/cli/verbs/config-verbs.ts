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
    (await import('../config/print-schema.ts')).printSchema(command.opts(), terminal),
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
  (await import('../config/trust-request.ts')).trustRequest()
