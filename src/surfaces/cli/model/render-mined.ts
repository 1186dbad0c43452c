import type { MinedAttempts, ModelHabits, Proposal } from '../../../ledger/index.ts'
import type { Paint } from '../terminal.ts'
import { fitLine, wrapLines } from '../turn/fit-line.ts'

const WIDTH = 80
const COMMONEST = 5 // --json has all

/** Proposals first, then what each model gets wrong most often, within 80 columns. */
export function renderMined(
  { tool_aliases, argument_aliases, fixups, proposals, models }: MinedAttempts,
  paint: Paint,
): string {
  const tools = tool_aliases.map(({ alias, tool, ...seen }) => ({ ...seen, name: `${alias} → ${tool}` }))
  const keys = argument_aliases.map(({ tool, key, parameter, ...seen }) => ({
    ...seen,
    name: `${tool}: ${key} → ${parameter}`,
  }))
  const mends = fixups.map(({ tool, key, change, ...seen }) => ({ ...seen, name: `${tool}: ${key}: ${change}` }))
  const quiet = models.filter(hasNothing).map(({ model }) => model)
  const blocks = [
    section('Other names for tools', tools, paint),
    section('Other names for arguments', keys, paint),
    section('Fixups', mends, paint),
    section('Settings', advice(proposals, 'setting'), paint),
    section('Prompts', advice(proposals, 'prompt'), paint),
    ...models.filter(habits => !hasNothing(habits)).map(habits => modelBlock(habits, paint)),
    ...(quiet.length === 0
      ? []
      : [[paint('dim', fitLine(`Nothing to mend, nothing refused: ${quiet.join(', ')}`, WIDTH))]]),
  ]
  return [...blocks.map(lines => lines.join('\n')), paint('dim', LEGEND)].join('\n\n')
}

const hasNothing = ({ fixups, first_failures, evidence_failures }: ModelHabits): boolean =>
  fixups.length + first_failures.length + evidence_failures.length === 0

const advice = (proposals: readonly Proposal[], kind: Proposal['kind']): readonly Row[] =>
  proposals
    .filter(each => each.kind === kind)
    .map(({ model, profile, because, change, command, ...seen }) => ({
      ...seen,
      name: `${model}${profile === '' ? '' : ` (${profile})`}: ${because}`,
      says: command === null ? [change] : [change, command],
    }))

const LEGEND = `Proposed is what models did, or put right in the same way, at least three times.
Nothing was changed: what you make of it is up to you.`

type Row = {
  readonly name: string
  readonly count: number
  readonly says?: readonly string[]
  readonly example: { readonly turn_id: string; readonly raw_output: string }
}

const section = (title: string, rows: readonly Row[], paint: Paint): readonly string[] => [
  paint('bold', title),
  ...(rows.length === 0 ? [paint('dim', '  none to propose')] : rows.flatMap(row => lines(row, paint))),
]

function modelBlock(
  { model, fixups, first_failures, evidence_failures }: ModelHabits,
  paint: Paint,
): readonly string[] {
  const mended = fixups.map(({ fixup, ...seen }) => ({ ...seen, name: fixup }))
  const failed = first_failures.map(({ code, ...seen }) => ({
    ...seen,
    name: code === 'unknown' ? 'no reason recorded' : code,
  }))
  const fallen = evidence_failures.map(({ code, ...seen }) => ({ ...seen, name: code }))
  return [
    paint('bold', fitLine(model, WIDTH)),
    ...habit('  mended:', mended, paint),
    ...habit('  refused first for:', failed, paint),
    ...habit('  answers fell for:', fallen, paint),
  ]
}

const habit = (title: string, rows: readonly Row[], paint: Paint): readonly string[] =>
  rows.length === 0 ? [] : [title, ...rows.slice(0, COMMONEST).flatMap(row => lines(row, paint))]

const lines = ({ name, count, says, example }: Row, paint: Paint): readonly string[] => [
  `${String(count).padStart(6)}  ${fitLine(name, WIDTH - 8)}`,
  ...(says ?? []).flatMap(text => wrapLines(text, WIDTH - 8).map(line => `        ${line.trimEnd()}`)),
  paint(
    'dim',
    `        ${fitLine(example.raw_output.trim() === '' ? `(an empty reply, in ${example.turn_id})` : example.raw_output, WIDTH - 8)}`,
  ),
]
