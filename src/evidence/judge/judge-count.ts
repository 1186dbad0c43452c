import type { EvidenceFinding } from '../../core/index.ts'
import { countTerm } from '../match/find-term.ts'
import type { CountClaim } from '../reply/count-claims.ts'
import { type Case, finding } from './case.ts'
import { type ScopeLimits, openScope } from './open-scope.ts'
import { type ScopePart, resolveScope } from './resolve-scope.ts'
import { headingsOf } from './sections.ts'

const LIMITS: ScopeLimits = { files: 400, characters: 8_000_000 }

/** With the Evidence line, which may name the file that is spoken of. */
type CitedCount = CountClaim & { readonly cited: string | undefined }

/** Counts again. Where it is unclear what was counted, every way of counting is allowed, and nothing is said if none is certain. */
export async function judgeCount(claim: CitedCount, of: Case): Promise<readonly EvidenceFinding[]> {
  const counted =
    claim.kind === 'times'
      ? await timesOf(claim, of)
      : claim.kind === 'places'
        ? await placesOf(claim, of)
        : await partsOf(claim, of)
  if (counted === undefined || counted.length === 0 || counted.includes(claim.number)) return []
  const shown = [...new Set(counted)].filter(count => Number.isFinite(count)).join(' or ')
  const what = claim.term === undefined ? (claim.noun ?? '') : `"${claim.term}"`
  return [finding(claim.claim, 'count_wrong', `Counted again, ${what} gives ${shown}.`)]
}

async function textsOf(scope: readonly ScopePart[], of: Case): Promise<readonly string[] | undefined> {
  return (await openScope(scope, of, LIMITS))?.map(({ text }) => text)
}

async function scopeTexts(words: string | undefined, of: Case): Promise<readonly string[] | undefined> {
  const scope = words === undefined ? undefined : await resolveScope(words, of.shelf)
  return scope === undefined || scope.length === 0 ? undefined : textsOf(scope, of)
}

async function onlyText(words: string | undefined, of: Case): Promise<string | undefined> {
  const texts = await scopeTexts(words, of)
  return texts?.length === 1 ? texts[0] : undefined
}

async function timesOf({ term = '', scope }: CountClaim, of: Case): Promise<readonly number[] | undefined> {
  const texts = await scopeTexts(scope, of)
  if (texts === undefined) return undefined
  const counts = texts.map(text => countTerm(text, term))
  const sum = (pick: (count: (typeof counts)[number]) => number): number =>
    counts.reduce((all, count) => all + pick(count), 0)
  const all = sum(({ times }) => times)
  return all === 0 && term.includes(' ') ? undefined : [all, sum(({ exact }) => exact), sum(({ lines }) => lines)]
}

async function placesOf(
  { term = '', noun = '', scope, number }: CountClaim,
  of: Case,
): Promise<readonly number[] | undefined> {
  const texts = await scopeTexts(`${noun.endsWith('s') ? noun : `${noun}s`} ${scope ?? ''}`, of)
  if (texts === undefined) return undefined
  const holding = texts.filter(text => countTerm(text, term).times > 0).length
  if (holding === 0 && term.includes(' ')) return undefined
  return holding === texts.length
    ? [holding, Number.POSITIVE_INFINITY]
    : Number.isFinite(number) || holding > 0 || !term.includes(' ')
      ? [holding]
      : undefined
}

const FEW_WORDS = 0.02

async function partsOf(claim: CitedCount, of: Case): Promise<readonly number[] | undefined> {
  const { noun = '', scope, number } = claim
  const unit = /(\w+)$/.exec(noun.toLowerCase())?.[1] ?? ''
  if (unit === 'scenes' || unit === 'chapters') return scenesOf(unit.slice(0, -1), noun, of)
  if (/^(?:files|cards|sheets|documents|profiles)$/.test(unit)) return filesOf(noun, scope, of)
  const text = (await onlyText(scope, of)) ?? (await onlyText(claim.cited, of))
  if (text === undefined) return undefined
  const lines = text.trimEnd().split('\n')
  if (unit === 'lines') return [lines.length, text.split('\n').length, lines.filter(line => line.trim() !== '').length]
  if (unit === 'words') {
    const words = text.split(/\s+/).filter(Boolean).length
    return Math.abs(words - number) <= words * FEW_WORDS ? [number] : [words]
  }
  if (unit === 'headings' || unit === 'sections') {
    const levels = headingsOf(text).map(({ level }) => level)
    return [levels.length, levels.length - 1, ...new Set(levels)].map((each, index) =>
      index < 2 ? each : levels.filter(level => level === each).length,
    )
  }
  return [
    lines.filter(line => /^\s*[-*+]\s/.test(line)).length,
    lines.filter(line => /^\s*(?:[-*+]|\d+[.)])\s/.test(line)).length,
  ]
}

/** Those that have files, and those that an outline heads. */
async function scenesOf(unit: string, noun: string, of: Case): Promise<readonly number[] | undefined> {
  const all = await of.shelf.all()
  const files = await resolveScope(noun, of.shelf)
  if (!all.ok || files === undefined) return undefined
  const outlines = await textsOf(
    all.value.filter(path => /outline/i.test(path)).map(path => ({ path })),
    of,
  )
  const heading = new RegExp(`\\b${unit} \\d`, 'i')
  return [
    files.length,
    ...(outlines ?? []).map(text => headingsOf(text).filter(({ title }) => heading.test(title)).length),
  ]
}

async function filesOf(noun: string, scope: string | undefined, of: Case): Promise<readonly number[] | undefined> {
  const all = await of.shelf.all()
  if (!all.ok) return undefined
  const meant = await resolveScope(`${noun} ${scope ?? ''}`, of.shelf)
  const isAnyFolder = scope === undefined || meant?.length === all.value.length
  if (!isAnyFolder || !/^(?:files|documents)$/i.test(noun)) return meant === undefined ? undefined : [meant.length]
  const folders = new Map<string, number>()
  for (const path of all.value)
    for (const [index] of [...path.matchAll(/\//g)].entries()) {
      const folder = path
        .split('/')
        .slice(0, index + 1)
        .join('/')
      folders.set(folder, (folders.get(folder) ?? 0) + 1)
    }
  return [all.value.length, ...folders.values()]
}
