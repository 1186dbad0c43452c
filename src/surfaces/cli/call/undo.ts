import { undoCall } from '../../../runtime/index.ts'
import { type PlaceFlags, failureOf, withRuntime } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'
import { tell } from './call.ts'

/** Typing it is the person's decision, so it does not ask; it only works while nobody has changed the file since. */
export async function undo(receipt: string, flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const report = await withRuntime(flags, terminal, runtime => undoCall(receipt, runtime))
  if (!report.ok) throw failureOf(report.error)
  return tell(report.value, flags, terminal)
}
