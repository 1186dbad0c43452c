import { systemClock } from '../../../core/index.ts'
import { attemptStatistics, type ModelStatistics, type Share } from '../../../ledger/index.ts'
import { EXIT } from '../failure.ts'
import { ownEntries, type PlaceFlags, withLedger } from '../open-runtime.ts'
import { type Paint, type Terminal, visible, visibleInLine } from '../terminal.ts'
import { readSince } from './since.ts'

type StatsFlags = PlaceFlags & { readonly since?: string; readonly model?: string }

/** `stats`: how often each model wrote a valid call, from the log of this workspace. */
export async function stats(flags: StatsFlags, terminal: Terminal): Promise<number> {
  const since = flags.since === undefined ? undefined : readSince(flags.since, systemClock.now())
  const all = await withLedger(flags, async ({ ledger }) => attemptStatistics(ownEntries(ledger), { since }))
  const wanted = flags.model?.toLowerCase() ?? ''
  const models = all.filter(({ model }) => model.toLowerCase().includes(wanted))
  if (flags.json === true)
    terminal.out(JSON.stringify({ since: since === undefined ? null : new Date(since).toISOString(), models }))
  else if (models.length > 0) terminal.out(renderStatistics(models, terminal.paint))
  else terminal.err(visible(nothing(all, flags)))
  return EXIT.done
}

function nothing(all: readonly ModelStatistics[], { model, since }: StatsFlags): string {
  const [names, when] = [[...new Set(all.map(row => row.model))], since === undefined ? 'yet' : `since ${since}`]
  if (model !== undefined && names.length > 0)
    return `No calls of a model "${model}" ${when}. Models: ${names.join(', ')}.`
  const advice = 'To measure a model: countersign check MODEL, for example countersign check demo'
  return `No model calls recorded ${when}. ${advice}`
}

const WIDTH = 80
const INDENT = '  '
const COLUMNS = [9, 8, 15, 15, 16] as const // profile, calls, and the shares; the last one ends the line

/** A table for each model within 80 columns, with details below it. */
function renderStatistics(all: readonly ModelStatistics[], paint: Paint): string {
  const models = new Map<string, readonly ModelStatistics[]>()
  for (const row of all) models.set(row.model, [...(models.get(row.model) ?? []), row])
  const blocks = [...models].map(([model, rows]) => [
    paint('bold', visibleInLine(model)),
    head(paint),
    ...rows.flatMap(row => block(row, paint)),
  ])
  return [...blocks.map(lines => lines.join('\n')), paint('dim', LEGEND)].join('\n\n')
}

const LEGEND = `A call counts once, including its corrections. The range after each share is
its 95 % confidence interval.`

const head = (paint: Paint): string =>
  paint('dim', line(['profile', 'calls', 'first try', 'after fixup', 'after repair', 'never valid']))

function block(row: ModelStatistics, paint: Paint): readonly string[] {
  const { profile, attempts, first_try, after_fixup, after_repair, rejected, too_few } = row
  const figures = line([
    visibleInLine(profile),
    String(attempts),
    ...[first_try, after_fixup, after_repair, rejected].map(cell),
  ])
  const details = [few(row), cost(row), ...failures(row)].filter(text => text !== '')
  return [too_few ? paint('dim', figures) : figures, ...details.map(text => paint('dim', `${INDENT}${INDENT}${text}`))]
}

function line([profile = '', calls = '', ...shares]: readonly string[]): string {
  const cells = [
    profile.slice(0, COLUMNS[0] - 1).padEnd(COLUMNS[0]),
    calls.padStart(COLUMNS[1] - 3).padEnd(COLUMNS[1]),
    ...shares.map((share, index) => share.padEnd(COLUMNS[index + 2] ?? 0)),
  ]
  return `${INDENT}${cells.join('')}`.trimEnd()
}

const cell = ({ share, interval: [low, high] }: Share): string =>
  share === null ? '–' : `${percent(share)} % (${percent(low)}–${percent(high)})`

const percent = (share: number): string => String(Math.round(share * 100))

const few = ({ too_few, attempts }: ModelStatistics): string =>
  too_few ? (attempts === 0 ? 'no calls yet' : `too few: ${attempts} of at least 30 calls`) : ''

function cost({ mean_repairs, mean_ms, answers, empty }: ModelStatistics): string {
  return [
    mean_repairs === null ? '' : `${mean_repairs} corrections a call`,
    mean_ms === null ? '' : `${mean_ms} ms a reply`,
    `${answers} ${answers === 1 ? 'answer' : 'answers'} in prose`,
    empty === 0 ? '' : `${empty} empty`,
  ]
    .filter(text => text !== '')
    .join(' · ')
}

/** First failures as a list: codes are long, and a cut code cannot be looked up with `explain`. */
function failures({ first_failures }: ModelStatistics): readonly string[] {
  const entries = Object.entries(first_failures)
  if (entries.length === 0) return []
  const most = Math.max(...entries.map(([, count]) => count))
  return ['first failures:', ...entries.map(([code, count]) => bar(visibleInLine(code), count, most))]
}

const BAR = 20

function bar(code: string, count: number, most: number): string {
  const text = `${String(count).padStart(6)}  ${code} `
  const room = Math.max(0, Math.min(BAR, WIDTH - 2 * INDENT.length - text.length))
  return `${text.padEnd(38)}${'▪'.repeat(Math.max(1, Math.round((count / most) * room)))}`
}
