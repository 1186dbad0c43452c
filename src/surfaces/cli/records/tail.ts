import { type JsonObject, findWhenChanged, isJsonObject, textOf } from '../../../core/index.ts'
import { type Entry, type LedgerOptions, type LogPlace, readNewestEntries, readOwnOn } from '../../../ledger/index.ts'
import { EXIT } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { type PlaceFlags, orThrow, withLedger } from '../open-runtime.ts'
import { type Terminal, visibleInLine, resultText } from '../terminal.ts'

type TailFlags = PlaceFlags & { readonly lines: number; readonly follow?: boolean }

/** `ledger tail`: the newest entries; with `--follow` also later ones, until Ctrl+C. */
export function tail(flags: TailFlags, terminal: Terminal): Promise<number> {
  const show = (entry: Entry): void => terminal.out(resultText(flags, entry, describe(entry, terminal)))
  return interruptible(stop =>
    withLedger(flags, async ({ ledger }) => {
      const { entries, next } = orThrow(readNewestEntries(ledger, flags.lines))
      entries.forEach(show)
      if (flags.follow !== true) return EXIT.done
      await follow(ledger, next, { show, stop: stop.signal })
      return EXIT.interrupted
    }),
  )
}

type TailOutput = { readonly show: (entry: Entry) => void; readonly stop: AbortSignal }

async function follow(ledger: LedgerOptions, from: LogPlace, { show, stop }: TailOutput): Promise<void> {
  let place = from
  const look = async (): Promise<undefined> => {
    const { entries, next } = orThrow(readOwnOn(ledger, place))
    entries.forEach(show)
    place = next
  }
  await findWhenChanged(ledger.index, { look, signal: stop })
}

function describe({ seq, at, type, body }: Entry, { paint }: Terminal): string {
  const place = paint('dim', `${String(seq).padStart(6)}  ${visibleInLine(at)}`)
  return `${place}  ${paint('bold', type.padEnd(10))} ${visibleInLine(inWords(type, body))}`
}

function inWords(type: Entry['type'], body: JsonObject): string {
  const member = (name: string): JsonObject => {
    const value = body[name]
    return isJsonObject(value) ? value : {}
  }
  switch (type) {
    case 'intent':
      return `${textOf(body['tool_id'])}: ${textOf(body['summary'])}`
    case 'outcome':
    case 'refusal':
    case 'replay': {
      const { tool, result, receipt_id } = member('audit')
      return `${textOf(tool)} ${textOf(result)}  ${textOf(receipt_id)}`
    }
    case 'attempt':
      return `${textOf(member('audit')['tool'])} ${textOf(member('audit')['result'])}`
    case 'permission': {
      const { event, capability, tool } = member('permission')
      return `${textOf(event)} ${textOf(capability ?? tool)}`
    }
    case 'system':
      return textOf(body['event'])
  }
}
