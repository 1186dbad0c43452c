import { type Command, InvalidArgumentError } from 'commander'
import type { Register } from './register.ts'

const whole = (value: string): number => Math.max(1, Number.parseInt(value, 10) || 1)

function count(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('Use a whole number, such as 10.')
}

export function addRecordVerbs(register: Register): void {
  const { group, runs, loads } = register
  const receipts = group('receipts', 'the signed receipts of this workspace')
  const list = receipts
    .verb('list', 'the newest receipts')
    .option('--session <id>', 'only of this session')
    .option('--limit <n>', 'how many', whole, 50)
  loads(list, async () => (await import('../records/receipts.ts')).listReceipts)
  const show = receipts.verb('show', 'one receipt in full').argument('<id>')
  runs(show, async ([id = ''], command, terminal) =>
    (await import('../records/receipts.ts')).showReceipt(id, command.opts(), terminal),
  )

  const ledger = group('ledger', 'the log behind the receipts')
  addVerify(ledger.verb('verify', 'verify every line, signature and file'), register)
  addVerify(register.verb('verify', 'short for "ledger verify"'), register)
  const checkpoint = ledger
    .verb('checkpoint', 'sign the current size and root of the log; keep the note elsewhere')
    .option('--out <file>', 'write the note to a file')
  loads(checkpoint, async () => (await import('../records/export.ts')).checkpoint)
  const accept = ledger
    .verb('accept', 'continue after the log was cut, changed or copied')
    .option('--yes', 'do not ask')
  loads(accept, async () => (await import('../records/accept.ts')).accept)
  const moved = ledger
    .verb('moved', 'continue the log after this folder was moved')
    .argument('<old-path>')
    .option('--yes', 'do not ask')
  runs(moved, async ([old = ''], command, terminal) =>
    (await import('../records/accept.ts')).moved(old, command.opts(), terminal),
  )
  const looked = ledger
    .verb('looked-at', 'say that you have looked at a call whose end was never recorded')
    .argument('<call>')
    .option('--yes', 'do not ask')
  runs(looked, async ([call = ''], command, terminal) =>
    (await import('../records/looked-at.ts')).lookedAt(call, command.opts(), terminal),
  )
  const exported = ledger
    .verb('export', 'all stored lines of the log')
    .option('--session <id>', 'only entries of this session')
  loads(exported, async () => (await import('../records/export.ts')).exportLog)
  const tail = ledger
    .verb('tail', 'the newest entries, in words')
    .option('-n, --lines <count>', 'how many entries', count, 10)
    .option('-f, --follow', 'show new entries as they come, until Ctrl+C')
  loads(tail, async () => (await import('../records/tail.ts')).tail)
}

function addVerify(command: Command, { loads }: Register): void {
  const verify = command
    .option('--session <id>', 'only this session')
    .option('--receipt <id>', 'only this receipt')
    .option('--checkpoint <file>', 'compare the log with a checkpoint kept elsewhere')
  loads(verify, async () => (await import('../records/verify.ts')).verify)
}
