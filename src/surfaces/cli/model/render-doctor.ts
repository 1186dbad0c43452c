import { type Paint, visibleInLine } from '../terminal.ts'
import { wrapLines } from '../turn/fit-line.ts'
import { marksFor } from '../turn/marks.ts'
import type { DoctorFinding } from '../../http/shapes/setup.ts'

const WIDTH = 80
const NAME = 10
const INDENT = 2 + NAME

export function renderFinding({ name, ok, says, fix }: DoctorFinding, paint: Paint): string {
  const [first = '', ...rest] = wrapLines(says, WIDTH - INDENT).map(line => line.trimEnd())
  return [
    `${mark(ok, paint)} ${paint('bold', visibleInLine(name).padEnd(NAME))}${first}`,
    ...rest.map(line => `${' '.repeat(INDENT)}${line}`),
    // A command is never wrapped, so that it can be pasted.
    ...(fix === null ? [] : [`${' '.repeat(INDENT)}fix: ${paint('cyan', visibleInLine(fix))}`]),
  ].join('\n')
}

function mark(ok: DoctorFinding['ok'], paint: Paint): string {
  const marks = marksFor({}, process.env)
  if (ok === 'warning') return paint('yellow', '!')
  return ok ? paint('green', marks.ok) : paint('red', marks.no)
}

export function renderSummary(findings: readonly DoctorFinding[], seconds: number, paint: Paint): string {
  const count = (ok: DoctorFinding['ok']): number => findings.filter(finding => finding.ok === ok).length
  return paint(
    'dim',
    `\n${count(true)} ok, ${count('warning')} warnings, ${count(false)} failed (${seconds.toFixed(1)} s)`,
  )
}
