import type { JsonObject } from '../src/core/index.ts'
import type { Ignored, Layer, Reading } from '../src/protocol/index.ts'

export type PlainCall = {
  readonly tool: string
  readonly args: JsonObject
  readonly dialect: string
  readonly fixups: readonly string[]
  readonly aliases: readonly string[]
}

export type PlainRejection = {
  readonly layer: Layer
  readonly code: string
  readonly reason: unknown
  readonly fixups: readonly string[]
}

export type PlainReading = {
  readonly kind: Reading['move']['kind']
  readonly calls: readonly PlainCall[]
  readonly rejection: PlainRejection | undefined
  readonly text: string
  readonly ignored: Ignored
  readonly recoveredFrom: 'reasoning' | undefined
}

/** All that a reading says, without random ids and wording, so that tests can compare whole values. */
export function plainReading({ move, text, ignored, recoveredFrom }: Reading): PlainReading {
  return {
    kind: move.kind,
    calls:
      move.kind === 'calls'
        ? move.calls.map(({ tool, args, reading }) => ({ tool: tool.name, args, ...namesOf(reading) }))
        : [],
    rejection: move.kind === 'rejected' ? plainRejection(move.rejection) : undefined,
    text,
    ignored,
    recoveredFrom,
  }
}

const namesOf = ({ dialect, fixups, aliases }: Omit<PlainCall, 'tool' | 'args'>): Omit<PlainCall, 'tool' | 'args'> => ({
  dialect,
  fixups,
  aliases,
})

type Rejection = (Reading['move'] & { kind: 'rejected' })['rejection']

const plainRejection = ({ layer, fault, fixups }: Rejection): PlainRejection => ({
  layer,
  code: fault.code,
  reason: fault.detail?.['reason'],
  fixups,
})
