import type { Catalog } from '../../../catalog/index.ts'
import { isJsonObject, systemClock } from '../../../core/index.ts'
import {
  type KnownNames,
  mineAttempts,
  type MinedAttempts,
  type ModelHabits,
  type HabitProposal,
} from '../../../ledger/index.ts'
import { EXIT } from '../failure.ts'
import { ownEntries, type PlaceFlags, withLedger, withRuntime } from '../open-runtime.ts'
import type { Paint, Terminal } from '../terminal.ts'
import { fitLine, wrapLines } from '../turn/fit-line.ts'
import { readSince } from './since.ts'

type MineFlags = PlaceFlags & { readonly since?: string }

/** `attempts mine`: proposals from the log. Nothing changes; a person decides. */
export async function mine(flags: MineFlags, terminal: Terminal): Promise<number> {
  const since = flags.since === undefined ? undefined : readSince(flags.since, systemClock.now())
  const mined = await withRuntime(flags, terminal, async ({ catalog, ledgerOptions }) =>
    mineAttempts(ownEntries(ledgerOptions), { since, known: knownIn(catalog) }),
  )
  if (flags.json === true)
    terminal.out(JSON.stringify({ since: since === undefined ? null : new Date(since).toISOString(), ...mined }))
  else if (mined.models.length > 0) terminal.out(renderMined(mined, terminal.paint))
  else terminal.err(`No model calls recorded ${flags.since === undefined ? 'yet' : `since ${flags.since}`}.`)
  return EXIT.done
}

const knownIn = (catalog: Catalog): KnownNames => ({
  tool: name => catalog.find(name) !== undefined,
  parameter(tool, key) {
    const properties = catalog.get(tool)?.input['properties']
    return isJsonObject(properties) && Object.hasOwn(properties, key)
  },
})

/** `attempts export`: the stored records, in which secrets are already redacted. */
export async function exportAttempts(flags: PlaceFlags, terminal: Terminal): Promise<number> {
  await withLedger(flags, async ({ ledger }) => {
    for (const { body } of ownEntries(ledger))
      if (isJsonObject(body['attempt'])) terminal.out(JSON.stringify(body['attempt']))
  })
  return EXIT.done
}

const WIDTH = 80
const COMMONEST = 5 // --json has all

/** Renders the proposals, then what each model gets wrong most often, within 80 columns. */
function renderMined(
  { tool_aliases, argument_aliases, fixups, proposals, models }: MinedAttempts,
  paint: Paint,
): string {
  const tools = tool_aliases.map(({ alias, tool, ...seen }) => ({ ...seen, name: `${alias} → ${tool}` }))
  const keys = argument_aliases.map(({ tool, key, parameter, ...seen }) => ({
    ...seen,
    name: `${tool}: ${key} → ${parameter}`,
  }))
  const fixupRows = fixups.map(({ tool, key, change, ...seen }) => ({ ...seen, name: `${tool}: ${key}: ${change}` }))
  const quiet = models.filter(hasNothing).map(({ model }) => model)
  const blocks = [
    section('Other names for tools', tools, paint),
    section('Other names for arguments', keys, paint),
    section('Fixups', fixupRows, paint),
    section('Settings', advice(proposals, 'setting'), paint),
    section('Prompts', advice(proposals, 'prompt'), paint),
    ...models.filter(habits => !hasNothing(habits)).map(habits => modelBlock(habits, paint)),
    ...(quiet.length === 0 ? [] : [[paint('dim', fitLine(`No repairs, no rejections: ${quiet.join(', ')}`, WIDTH))]]),
  ]
  return [...blocks.map(block => block.join('\n')), paint('dim', LEGEND)].join('\n\n')
}

const hasNothing = ({ fixups, first_failures, evidence_failures }: ModelHabits): boolean =>
  fixups.length + first_failures.length + evidence_failures.length === 0

const advice = (proposals: readonly HabitProposal[], kind: HabitProposal['kind']): readonly HabitRow[] =>
  proposals
    .filter(each => each.kind === kind)
    .map(({ model, profile, because, change, command, ...seen }) => ({
      ...seen,
      name: `${model}${profile === '' ? '' : ` (${profile})`}: ${because}`,
      says: command === null ? [change] : [change, command],
    }))

const LEGEND = `A proposal needs at least three occurrences of the same thing.
Nothing was changed; the decision is yours.`

type HabitRow = {
  readonly name: string
  readonly count: number
  readonly says?: readonly string[]
  readonly example: { readonly turn_id: string; readonly raw_output: string }
}

const section = (title: string, rows: readonly HabitRow[], paint: Paint): readonly string[] => [
  paint('bold', title),
  ...(rows.length === 0 ? [paint('dim', '  none')] : rows.flatMap(row => lines(row, paint))),
]

function modelBlock(
  { model, fixups, first_failures, evidence_failures }: ModelHabits,
  paint: Paint,
): readonly string[] {
  const repaired = fixups.map(({ fixup, ...seen }) => ({ ...seen, name: fixup }))
  const failed = first_failures.map(({ code, ...seen }) => ({
    ...seen,
    name: code === 'unknown' ? 'no reason recorded' : code,
  }))
  const fallen = evidence_failures.map(({ code, ...seen }) => ({ ...seen, name: code }))
  return [
    paint('bold', fitLine(model, WIDTH)),
    ...habit('  repaired:', repaired, paint),
    ...habit('  first rejected for:', failed, paint),
    ...habit('  answers failed for:', fallen, paint),
  ]
}

const habit = (title: string, rows: readonly HabitRow[], paint: Paint): readonly string[] =>
  rows.length === 0 ? [] : [title, ...rows.slice(0, COMMONEST).flatMap(row => lines(row, paint))]

function lines({ name, count, says, example }: HabitRow, paint: Paint): readonly string[] {
  const reply = example.raw_output.trim() === '' ? `(an empty reply, in ${example.turn_id})` : example.raw_output
  return [
    `${String(count).padStart(6)}  ${fitLine(name, WIDTH - 8)}`,
    ...(says ?? []).flatMap(text => wrapLines(text, WIDTH - 8).map(line => `        ${line.trimEnd()}`)),
    paint('dim', `        ${fitLine(reply, WIDTH - 8)}`),
  ]
}
