import { type JsonObject, isJsonObject, textOf } from '../../../core/index.ts'
import type { Entry } from '../../../ledger/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, ownEntries, withLedger } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'

export type TailFlags = PlaceFlags & { readonly lines: number; readonly follow?: boolean }

const POLL_MS = 200

export async function tail(flags: TailFlags, terminal: Terminal): Promise<number> {
  const show = (entry: Entry): void => terminal.out(flags.json === true ? JSON.stringify(entry) : describe(entry, terminal))
  await withLedger(flags, async ({ ledger }) => {
    let seen = 0
    const fresh = (): Entry[] => [...ownEntries(ledger, seen)]
    let entries = fresh().slice(-flags.lines)
    for (;;) {
      entries.forEach(show)
      seen = entries.at(-1)?.seq ?? seen
      if (flags.follow !== true) return
      await new Promise(resolve => setTimeout(resolve, POLL_MS))
      entries = fresh()
    }
  })
  return EXIT.done
}

function describe({ seq, at, type, body }: Entry, { paint }: Terminal): string {
  return `${paint('dim', `${String(seq).padStart(6)}  ${visible(at)}`)}  ${paint('bold', type.padEnd(10))} ${visible(inWords(type, body))}`
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
