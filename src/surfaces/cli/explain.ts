import { FAULTS, FIXUPS, isFaultCode, isFixup } from '../../core/index.ts'
import { EXIT, usageFailure } from './failure.ts'
import { type Terminal, resultText } from './terminal.ts'

const BLAME = { model: 'the model', policy: 'a rule', world: 'the environment', user: 'the configuration' } as const
const THEN = {
  retry: 'Countersign tries again',
  rewrite: 'the model is asked to correct it',
  tell: 'the model reads the error and goes on',
  halt: 'everything stops until it is fixed',
} as const

/** Explains a fault code: its meaning, who is charged with it, and what to do. Also explains a fixup. */
export function explain(code: string, flags: { json?: boolean }, terminal: Terminal): number {
  if (isFixup(code)) {
    terminal.out(resultText(flags, { fixup: code, meaning: FIXUPS[code] }, FIXUPS[code]))
    return EXIT.done
  }
  if (!isFaultCode(code))
    throw usageFailure(`Unknown fault code or fixup "${code}". Codes: ${Object.keys(FAULTS).join(', ')}.`)
  const row = FAULTS[code]
  if (flags.json === true) terminal.out(JSON.stringify({ code, ...row, docs: `docs/faults/${code}.md` }))
  else {
    const { paint } = terminal
    terminal.out(
      [
        `${paint('bold', code)} ${paint('dim', `(${row.category})`)}`,
        row.meaning,
        '',
        `${paint('dim', 'blame  ')} ${BLAME[row.blame]}`,
        `${paint('dim', 'then   ')} ${THEN[row.then]}`,
        `${paint('dim', 'advice ')} ${row.advice}`,
        ...(row.forPeople === undefined ? [] : [`${paint('dim', 'you can')} ${row.forPeople}`]),
        `${paint('dim', 'more   ')} docs/faults/${code}.md`,
      ].join('\n'),
    )
  }
  return EXIT.done
}
