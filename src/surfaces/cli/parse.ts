import { assemble } from '../../runtime/index.ts'
import type { Phase, Profile } from '../../core/index.ts'
import { DIALECTS } from '../../protocol/index.ts'
import { EXIT, usageFailure } from './failure.ts'
import { readStandardInput } from './input.ts'
import { parseResult } from './parse-result.ts'
import { renderReading } from './render-reading.ts'
import { type Terminal, resultText } from './terminal.ts'
import { readToolOptions } from './tool-file.ts'

type ParseFlags = {
  readonly profile: Profile
  readonly tools: string
  readonly nonce?: string
  readonly phase?: Phase
  readonly dialects?: string
  readonly coerce?: 'on' | 'off'
  readonly required?: boolean
  readonly json?: boolean
}

/** `parse`: reads one raw reply from standard input. */
export async function parse(flags: ParseFlags, terminal: Terminal): Promise<number> {
  const assembly = assemble(readToolOptions(flags.tools))
  const dialects = dialectList(flags.dialects)
  const raw = await readStandardInput()
  const reading = assembly.read(
    { content: raw },
    {
      profile: flags.profile,
      phase: flags.phase ?? 'call',
      coerce: flags.coerce !== 'off',
      required: flags.required === true,
      ...(flags.nonce === undefined ? {} : { nonce: flags.nonce }),
      ...(dialects === undefined ? {} : { dialects }),
    },
  )
  terminal.out(resultText(flags, parseResult(reading), renderReading(raw, reading, terminal.paint)))
  return reading.move.kind === 'rejected' ? EXIT.refused : EXIT.done
}

function dialectList(flag: string | undefined): readonly string[] | undefined {
  if (flag === undefined || flag === 'all') return undefined
  if (flag === 'none') return []
  const names = flag.split(',').map(name => name.trim())
  const known = DIALECTS.map(dialect => dialect.name)
  const stranger = names.find(name => !known.includes(name))
  if (stranger !== undefined)
    throw usageFailure(`Unknown dialect "${stranger}". Dialects: ${known.join(', ')}, or none, or all.`)
  return names
}
