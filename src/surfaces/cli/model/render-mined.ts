import type { MinedAttempts, ModelHabits } from '../../../ledger/index.ts'
import type { Paint } from '../terminal.ts'
import { fitLine } from '../turn/fit-line.ts'

const WIDTH = 80
const COMMONEST = 5 // --json has all

/** Proposals first, then what each model gets wrong most often, within 80 columns. */
export function renderMined({ tool_aliases, argument_aliases, models }: MinedAttempts, paint: Paint): string {
  const tools = tool_aliases.map(({ alias, tool, ...seen }) => ({ ...seen, name: `${alias} → ${tool}` }))
  const keys = argument_aliases.map(({ tool, key, parameter, ...seen }) => ({ ...seen, name: `${tool}: ${key} → ${parameter}` }))
  const blocks = [
    section('Other names for tools', tools, paint),
    section('Other names for arguments', keys, paint),
    ...models.map(habits => modelBlock(habits, paint)),
  ]
  return [...blocks.map(lines => lines.join('\n')), paint('dim', LEGEND)].join('\n\n')
}

const LEGEND = `Proposed is what models put right in the same way at least three times and never
in another. Nothing was changed: what you make an alias of is up to you.`

type Row = { readonly name: string; readonly count: number; readonly example: { readonly raw_output: string } }

const section = (title: string, rows: readonly Row[], paint: Paint): readonly string[] => [
  paint('bold', title),
  ...(rows.length === 0 ? [paint('dim', '  none to propose')] : rows.flatMap(row => lines(row, paint))),
]

function modelBlock({ model, fixups, first_failures }: ModelHabits, paint: Paint): readonly string[] {
  const mended = fixups.slice(0, COMMONEST).map(({ fixup, ...seen }) => ({ ...seen, name: fixup }))
  const failed = first_failures.slice(0, COMMONEST).map(({ code, ...seen }) => ({ ...seen, name: code }))
  return [
    paint('bold', fitLine(model, WIDTH)),
    ...(mended.length + failed.length === 0 ? [paint('dim', '  nothing to mend, nothing refused')] : []),
    ...(mended.length > 0 ? ['  mended:', ...mended.flatMap(row => lines(row, paint))] : []),
    ...(failed.length > 0 ? ['  refused first for:', ...failed.flatMap(row => lines(row, paint))] : []),
  ]
}

const lines = ({ name, count, example }: Row, paint: Paint): readonly string[] => [
  `${String(count).padStart(6)}  ${fitLine(name, WIDTH - 8)}`,
  ...(example.raw_output.trim() === '' ? [] : [paint('dim', `        ${fitLine(example.raw_output, WIDTH - 8)}`)]),
]
