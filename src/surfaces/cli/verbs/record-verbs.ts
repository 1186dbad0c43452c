import { type Command, InvalidArgumentError } from 'commander'
import type { Register } from './register.ts'

const whole = (value: string): number => Math.max(1, Number.parseInt(value, 10) || 1)

function count(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('It must be a whole number, such as 10.')
}

export function addRecordVerbs(register: Register): void {
  const { group, runs } = register
  const receipts = group('receipts', 'the signed receipts of this workspace')
  const list = receipts
    .verb('list', 'the newest, a line each')
    .option('--session <id>', 'only of this session')
    .option('--limit <n>', 'how many', whole, 50)
  runs(list, async (_args, command, terminal) =>
    (await import('../records/receipts.ts')).listReceipts(command.opts(), terminal),
  )
  const show = receipts.verb('show', 'one receipt in full').argument('<id>')
  runs(show, async ([id = ''], command, terminal) =>
    (await import('../records/receipts.ts')).showReceipt(id, command.opts(), terminal),
  )

  const ledger = group('ledger', 'the log behind the receipts')
  addVerify(ledger.verb('verify', 'check every line, signature and file against the others'), register)
  addVerify(register.verb('verify', 'short for "ledger verify"'), register)
  const checkpoint = ledger
    .verb('checkpoint', 'sign where the log stands; keep the note elsewhere')
    .option('--out <file>', 'write the note to a file')
  runs(checkpoint, async (_args, command, terminal) =>
    (await import('../records/export.ts')).checkpoint(command.opts(), terminal),
  )
  const accept = ledger
    .verb('accept', 'go on from a log that was cut, changed or comes from elsewhere')
    .option('--yes', 'do not ask')
  runs(accept, async (_args, command, terminal) =>
    (await import('../records/accept.ts')).accept(command.opts(), terminal),
  )
  const moved = ledger
    .verb('moved', 'go on with the log of the path where this folder lay before')
    .argument('<old-path>')
    .option('--yes', 'do not ask')
  runs(moved, async ([old = ''], command, terminal) =>
    (await import('../records/accept.ts')).moved(old, command.opts(), terminal),
  )
  const exported = ledger
    .verb('export', 'all lines of the log, as they are stored')
    .option('--session <id>', 'only entries of this session')
  runs(exported, async (_args, command, terminal) =>
    (await import('../records/export.ts')).exportLog(command.opts(), terminal),
  )
  const tail = ledger
    .verb('tail', 'the newest entries in words')
    .option('-n, --lines <count>', 'how many of those that are there', count, 10)
    .option('-f, --follow', 'go on as they come, until Ctrl+C')
  runs(tail, async (_args, command, terminal) => (await import('../records/tail.ts')).tail(command.opts(), terminal))
}

function addVerify(command: Command, { runs }: Register): void {
  const verify = command
    .option('--session <id>', 'only what concerns this session')
    .option('--receipt <id>', 'only this receipt')
    .option('--checkpoint <file>', 'hold the log against a note that was kept elsewhere')
  runs(verify, async (_args, given, terminal) => (await import('../records/verify.ts')).verify(given.opts(), terminal))
}
