import type { ReceiptView, VerifyReply } from 'shapes'
import { markOf } from '../../parts/citation-mark.tsx'
import type { Tone } from '../../parts/status.tsx'
import { words } from '../../words.ts'

const say = words.checks

/** One check, its result, and what it covered. */
export type CheckRow = { readonly name: string; readonly tone: Tone; readonly state: string; readonly says: string }

/** The findings of `verify`, grouped by check. */
const GROUPS = {
  parsed: ['line', 'file'],
  signature: ['signature', 'secret', 'receipt'],
  chain: ['seq', 'cut', 'root', 'mac', 'unknown_log'],
  checkpoint: ['checkpoint'],
  copies: ['view'],
} as const
type Group = keyof typeof GROUPS

/** The rows of all checks. A log from another machine has only one finding: that. */
export function checkRows(result: VerifyReply): readonly CheckRow[] {
  const isForeign = result.failed.some(({ check }) => check === 'unknown_log')
  return (['parsed', 'signature', 'chain', 'checkpoint', 'copies'] as const).map(group => {
    const failed = result.failed.filter(({ check }) => GROUPS[group].some(one => one === check)).length
    if (failed > 0) return { name: say.names[group], tone: 'bad', state: say.failed, says: say.findings(failed) }
    if (isForeign) return { name: say.names[group], ...UNSURE, says: say.foreign }
    return { name: say.names[group], ...good(group, result) }
  })
}

const UNSURE = { tone: 'warn', state: say.unsure } as const

function good(
  group: Group,
  { entries, receipts, verified, uncheckable, checkpoint }: VerifyReply,
): Omit<CheckRow, 'name'> {
  const holds = { tone: 'ok', state: say.holds } as const
  switch (group) {
    case 'parsed':
      return { ...holds, says: say.lines(entries) }
    case 'signature':
      return uncheckable > 0
        ? { ...UNSURE, says: say.keyGone(uncheckable) }
        : { ...holds, says: say.receipts(verified, receipts) }
    case 'chain':
      return { ...holds, says: say.unbroken(entries) }
    case 'checkpoint':
      return checkpoint === null
        ? { tone: 'quiet', state: say.none, says: say.noCheckpoint }
        : { ...holds, says: say.upTo(checkpoint.size) }
    case 'copies':
      return { ...holds, says: say.copiesAgree }
  }
}

/** The checks of one receipt's files, and of the answer's citations of it. */
export function linkRows({ files_now: files, cited_by: cited }: ReceiptView): readonly CheckRow[] {
  const other = files.filter(({ state }) => state !== 'unchanged').length
  const wrong = cited.filter(({ code }) => markOf(code) === 'failed').length
  const verified = cited.filter(({ code }) => markOf(code) === 'verified').length
  const file: Omit<CheckRow, 'name'> =
    files.length === 0
      ? { tone: 'quiet', state: say.none, says: say.noFiles }
      : other === 0
        ? { tone: 'ok', state: say.holds, says: say.filesSame(files.length) }
        : { tone: 'warn', state: say.changed, says: say.filesOther(other, files.length) }
  const citations: Omit<CheckRow, 'name'> =
    cited.length === 0
      ? { tone: 'quiet', state: say.none, says: say.notCited }
      : wrong > 0
        ? { tone: 'bad', state: say.failed, says: say.citedWrong(wrong, cited.length) }
        : verified < cited.length
          ? { tone: 'warn', state: say.notAll, says: say.cited(verified, cited.length) }
          : { tone: 'ok', state: say.holds, says: say.cited(verified, cited.length) }
  return [
    { name: say.names.file, ...file },
    { name: say.names.cited, ...citations },
  ]
}
