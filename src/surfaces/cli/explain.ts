import { FAULTS, FIXUPS, isFaultCode, isFixup } from '../../core/index.ts'
import { EXIT, usageFailure } from './failure.ts'
import type { Terminal } from './terminal.ts'

const BLAME = { model: 'the model', policy: 'a rule', world: 'the world outside', user: 'whoever set this up' } as const
const THEN = {
  retry: 'it is tried again by itself',
  rewrite: 'the model is asked once more, with this complaint',
  tell: 'the model is told, and goes on',
  halt: 'everything stops until it is put right',
} as const

/** What a fault code means, who is to blame, what to do; or what a fixup did. */
export function explain(code: string, flags: { json?: boolean }, terminal: Terminal): number {
  if (isFixup(code)) {
    terminal.out(flags.json === true ? JSON.stringify({ fixup: code, meaning: FIXUPS[code] }) : FIXUPS[code])
    return EXIT.done
  }
  if (!isFaultCode(code))
    throw usageFailure(`No fault code or fixup "${code}". Codes: ${Object.keys(FAULTS).join(', ')}.`)
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
