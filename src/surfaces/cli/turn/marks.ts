/** Signs in front of a line. The words behind them say the same, so nothing is lost where they cannot be shown. */
export type Marks = {
  readonly ok: string
  readonly no: string
  readonly fixed: string
  readonly step: string
  readonly ask: string
}

const SIGNS: Marks = { ok: '✓', no: '✗', fixed: '◆', step: '·', ask: '●' }
const ASCII: Marks = { ok: '+', no: 'x', fixed: '*', step: '-', ask: '!' }

export type MarkFlags = { readonly ascii?: boolean }

/** ASCII where it is asked for, or where the terminal says that it shows nothing else. */
export function marksFor({ ascii = false }: MarkFlags, environment: NodeJS.ProcessEnv): Marks {
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || ''
  const isOther = locale !== '' && !/utf-?8/i.test(locale)
  return ascii || isOther || environment['TERM'] === 'dumb' || environment['TERM'] === 'linux' ? ASCII : SIGNS
}
