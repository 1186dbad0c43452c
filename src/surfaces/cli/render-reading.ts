import { FAULTS, type ToolCall } from '../../core/index.ts'
import { type Reading, type RefusedAnswer, heldBack, needsConfirmation } from '../../protocol/index.ts'
import { type Paint, visible } from './terminal.ts'

const LABEL_WIDTH = 9
const MAX_SHOWN = 600

/** A reading for people: the reply, the call, the repairs, and why it was rejected. */
export function renderReading(raw: string, reading: Reading, paint: Paint): string {
  const rows = [field('came in', quote(raw), paint), ...outcomeRows(reading, paint), ...besideRows(reading, paint)]
  return rows.join('\n')
}

function outcomeRows({ move, text, answers }: Reading, paint: Paint): readonly string[] {
  switch (move.kind) {
    case 'calls':
      return heldBack(answers).flatMap((answer, index) =>
        'call' in answer ? callRows(answer.call, index, paint) : unrunRow(answer, index, paint),
      )
    case 'final':
      return [field('read', paint('green', '✓ the model is done'), paint)]
    case 'answer':
      return [field('read', `${paint('green', '✓ a message')} ${paint('dim', quote(text))}`, paint)]
    case 'rejected': {
      const { fault, layer, fixups } = move.rejection
      const fixed = fixups.length === 0 ? [] : [field('fixed', paint('violet', fixups.join(', ')), paint)]
      return [
        ...fixed,
        field('refused', `${paint('red', `✗ ${fault.code}`)} ${paint('dim', `(${layer})`)}`, paint),
        field('why', visible(fault.message), paint),
        field('advice', FAULTS[fault.code].advice, paint),
      ]
    }
  }
}

function callRows(call: ToolCall, index: number, paint: Paint): readonly string[] {
  const { dialect, fixups, aliases, requested } = call.reading
  const mark = paint('green', '✓')
  const rows = [
    field(
      index === 0 ? 'read' : '',
      `${mark} ${paint('bold', visible(call.tool.name))} ${visible(JSON.stringify(call.args))}`,
      paint,
    ),
  ]
  if (index > 0) return rows
  rows.push(field('dialect', dialect, paint))
  if (fixups.length > 0) rows.push(field('fixed', paint('violet', fixups.join(', ')), paint))
  if (aliases.length > 0)
    rows.push(
      field('names', `${visible(aliases.join(', '))} ${paint('dim', `(asked for ${visible(requested)})`)}`, paint),
    )
  if (needsConfirmation(call))
    rows.push(
      field(
        'confirm',
        paint('yellow', '! it changes something and was repaired: ask again, or have a person approve it'),
        paint,
      ),
    )
  return rows
}

const unrunRow = ({ requested, rejection: { fault } }: RefusedAnswer, index: number, paint: Paint): string =>
  field(
    index === 0 ? 'read' : '',
    [
      paint('dim', '·'),
      visible(requested),
      paint('dim', `does not run: ${fault.code}. ${visible(fault.message)}`),
    ].join(' '),
    paint,
  )

const besideRows = ({ ignored, move }: Reading, paint: Paint): readonly string[] =>
  move.kind === 'calls' && ignored.text ? [field('beside', paint('dim', 'text around the call'), paint)] : []

const field = (label: string, value: string, paint: Paint): string =>
  `${paint('dim', label.padEnd(LABEL_WIDTH))}${value.replaceAll('\n', `\n${' '.repeat(LABEL_WIDTH)}`)}`

function quote(text: string): string {
  const shown = visible(text.trim())
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}… (${shown.length} characters)` : shown
}
