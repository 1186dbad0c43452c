/** Marks in front of a line. The words after them say the same. */
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

/** ASCII marks if asked for, or if the terminal supports nothing else. */
export function marksFor({ ascii = false }: MarkFlags, environment: NodeJS.ProcessEnv): Marks {
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || ''
  const isOther = locale !== '' && !/utf-?8/i.test(locale)
  return ascii || isOther || environment['TERM'] === 'dumb' || environment['TERM'] === 'linux' ? ASCII : SIGNS
}
