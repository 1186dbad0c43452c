import { configShape } from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

/** `config schema`: JSON Schema of the whole file, for editors and other programs. */
export function printSchema(_flags: object, terminal: Terminal): number {
  terminal.out(JSON.stringify(configShape().schema, null, 2))
  return EXIT.done
}
