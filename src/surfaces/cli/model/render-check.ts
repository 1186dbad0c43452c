import type { CheckReport, Difference, CheckScore } from '../../../flows/index.ts'
import { type Paint, visible } from '../terminal.ts'
import { fitLine, wrapLines } from '../turn/fit-line.ts'
import type { CheckAdvice } from './check-advice.ts'

type ShownCheck = { readonly report: CheckReport; readonly advice: CheckAdvice; readonly wanted: number }

const WIDTH = 80
const BAR = 20
const MAX_SHOWN = 10

export function renderCheck({ report, advice, wanted }: ShownCheck, paint: Paint): string {
  const { model, cases, plain, guarded, rescued, lost, context } = report
  const of = cases < wanted ? `${cases} of ${wanted} cases` : `${cases} ${cases === 1 ? 'case' : 'cases'}`
  const toolsIn = plain.asked === 'prompt' ? 'tools in the prompt' : 'tools field'
  return [
    `${paint('bold', visible(model))}, ${of}, each asked both ways`,
    '',
    `${score('plain', plain, paint)}  ${paint('dim', toolsIn)}`,
    `${score('guarded', guarded, paint)}  ${paint('dim', `profile ${guarded.profile ?? '?'}`)}`,
    paint('dim', verdict(report)),
    ...differences('Rescued', rescued, paint),
    ...differences('Lost', lost, paint),
    ...neither(report, paint),
    ...faults(report, paint),
    '',
    `${paint('bold', 'Context')}   ${contextWords(context)}`,
    ...settings(advice, paint),
  ].join('\n')
}

function score(way: string, { right, share, interval: [low, high] }: CheckScore, paint: Paint): string {
  const filled = Math.round((share ?? 0) * BAR)
  const colour = way === 'guarded' ? 'green' : 'yellow'
  const bar = `${paint(colour, '█'.repeat(filled))}${paint('dim', '░'.repeat(BAR - filled))}`
  const bounds = `(${round(low)}–${round(high)})`
  const figures = `${String(right).padStart(3)} right  ${percent(share ?? 0).padStart(5)} ${bounds}`
  return `  ${way.padEnd(8)}${figures.padEnd(27)}${bar}`
}

const round = (share: number): string => String(Math.round(share * 100))
const percent = (share: number): string => `${round(share)} %`

/** Overlapping ranges do not show which way is better. */
function verdict({ plain, guarded, cases }: CheckReport): string {
  const [, plainHigh] = plain.interval
  const [guardedLow] = guarded.interval
  if (guardedLow > plainHigh) return '  The 95 % ranges do not overlap: the difference is significant.'
  return guarded.right === plain.right
    ? '  No difference in these cases.'
    : `  The 95 % ranges overlap: ${cases} cases are too few to be sure.`
}

function differences(title: string, all: readonly Difference[], paint: Paint): readonly string[] {
  if (all.length === 0) return []
  const more = all.length > MAX_SHOWN ? [paint('dim', `  … and ${all.length - MAX_SHOWN} more; --json lists all`)] : []
  return [
    '',
    paint('bold', `${title}: ${all.length}`),
    ...all.slice(0, MAX_SHOWN).flatMap(each => difference(each, paint)),
    ...more,
  ]
}

function difference({ id, message, plain, guarded }: Difference, paint: Paint): readonly string[] {
  return [
    `  ${paint('cyan', visible(id))}  ${oneLine(message, id.length + 4)}`,
    `    plain    ${oneLine(plain.wrote || '(nothing)', 13)}`,
    paint('dim', `             ${oneLine(`→ ${plain.because ?? callWords(plain.calls)}`, 13)}`),
    `    guarded  ${oneLine(guarded.wrote || '(nothing)', 13)}`,
    `             ${oneLine(`→ ${callWords(guarded.calls)}`, 13)}`,
    ...reading(guarded).map(text => paint('dim', `             ${oneLine(text, 13)}`)),
  ]
}

const callWords = (calls: Difference['plain']['calls']): string =>
  calls.length === 0 ? 'no call' : calls.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`).join(', ')

function reading({ dialect, fixups, aliases, repairs, refused }: Difference['guarded']): readonly string[] {
  const parts = [
    dialect === null ? '' : `read as ${dialect}`,
    aliases.length === 0 ? '' : aliases.join(', '),
    fixups.length === 0 ? '' : fixups.join(', '),
    repairs === 0 ? '' : `${repairs} ${repairs === 1 ? 'correction' : 'corrections'} after ${refused.join(', ')}`,
  ].filter(part => part !== '')
  return parts.length === 0 ? [] : [parts.join(' · ')]
}

/** Cases that failed both ways, by name: there is nothing to compare. */
function neither({ neither: all }: CheckReport, paint: Paint): readonly string[] {
  const names = all.map(({ id }) => visible(id)).join(', ')
  return all.length === 0
    ? []
    : ['', ...wrapLines(`Wrong both ways: ${all.length} (${names})`, WIDTH).map(line => paint('dim', line))]
}

function faults({ results }: CheckReport, paint: Paint): readonly string[] {
  const failed = results.filter(({ fault }) => fault !== null)
  return failed.length === 0
    ? []
    : ['', `${paint('bold', 'No answer:')} ${failed.map(({ id, fault }) => `${visible(id)} (${fault})`).join(', ')}`]
}

function contextWords({ window, needed, cut }: CheckReport['context']): string {
  const of = window === null ? `${needed} tokens` : `${needed} of ${window} tokens`
  return `about ${of} for the longest prompt and a reply${cut ? '; one was cut' : ''}`
}

function settings({ profile, num_ctx, says }: CheckAdvice, paint: Paint): readonly string[] {
  const chosen = [profile === null ? '' : `profile ${profile}`, num_ctx === null ? '' : `num_ctx ${num_ctx}`].filter(
    text => text !== '',
  )
  return [
    `${paint('bold', 'Settings')}  ${chosen.join(', ')}`,
    ...says.flatMap(({ text, fix }) => [
      `          ${text}`,
      ...(fix === null ? [] : [`          ${paint('cyan', visible(fix))}`]),
    ]),
  ]
}

const oneLine = (text: string, indent: number): string => fitLine(text, WIDTH - indent)
