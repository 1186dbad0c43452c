import { expect } from 'vitest'
import { type Difference, type Picture, differencesOf } from './pictures.ts'

/** What one start of the program said. */
export type Saying = {
  readonly code: string | null
  readonly message: string
  /** What it names as not put back. */
  readonly missing: readonly string[]
  /** Undefined where it speaks of no effects. */
  readonly created?: { readonly paths: readonly string[]; readonly count: number; readonly others: readonly string[] }
  readonly rolledBack: boolean
  /** What the command itself printed. */
  readonly stdout: string
  /** All of it, as the person reads it. */
  readonly text: string
  /** Said at a later start, or by `doctor`: whatever it names is named as lost, or as what became of it. */
  readonly isLater?: boolean
}

export type Told = { readonly sayings: readonly Saying[]; readonly copiesLeft: readonly string[] }

/**
 * What is wrong with a result: an entry that differs and is named nowhere, or something that was said and is not so.
 * New files may stay where the person reads that they came; everything else is as before, or named as lost.
 */
export function wrongsOf(before: Picture, after: Picture, told: Told): string[] {
  const all = differencesOf(before, after)
  const accounted = all.filter(difference => isListed(difference, told) || isNamed(difference, told))
  const wasTakenBack = told.sayings.some(({ rolledBack, code }) => rolledBack || code === 'rollback_incomplete')
  const open = all.filter(
    each => !accounted.includes(each) && !(isFolderTime(each, after) && (!wasTakenBack || follows(each, accounted))),
  )
  return [
    ...open.map(({ path, facts }) => `${shown(path)}: ${facts.join(', ')}, and nobody was told`),
    ...falseSayings(all, told),
    ...(told.copiesLeft.length > 0 && !told.sayings.some(speaksOfCopies)
      ? ['copies are left, and nobody was told']
      : []),
  ]
}

function falseSayings(all: readonly Difference[], { sayings }: Told): readonly string[] {
  const wrongs: string[] = []
  for (const saying of sayings.filter(({ message }) =>
    /everything (that it did )?was (put|taken) back/i.test(message),
  )) {
    const still = all.filter(each => !isTagOnly(each) || !speaksOfTags(saying))
    if (still.length > 0) wrongs.push(`says that everything was put back: ${still.slice(0, 5).map(show).join('; ')}`)
  }
  // What was missing at first may be put back at a later start.
  const latest = sayings.some(({ isLater }) => isLater) ? sayings.filter(({ isLater }) => isLater) : sayings
  for (const item of latest.flatMap(({ missing }) => missing))
    if (!all.some(({ path }) => isAbout(item, path) || isAboutAbove(item, path)))
      wrongs.push(`is named as lost and is as before: ${item.slice(0, 300)}`)
  for (const { created, rolledBack, code, isLater } of sayings) {
    if (!created || rolledBack || isLater) continue
    if (created.others.length > 0 && code !== 'rollback_incomplete')
      wrongs.push(`changed what existed, and it stays so: ${created.others.slice(0, 5).join(', ')}`)
    const came = all.filter(({ facts }) => facts[0] === 'came').length
    if (code === null && came !== created.count) wrongs.push(`counts ${created.count} new entries of ${came}`)
    for (const path of created.paths)
      if (code === null && !all.some(each => each.facts[0] === 'came' && formsOf(each.path).includes(path)))
        wrongs.push(`is listed as new and is not there: ${path.slice(0, 300)}`)
  }
  return wrongs
}

/** A new entry that stands in the list of what came; the list shows the first fifty and counts the others. */
function isListed({ path, facts }: Difference, { sayings }: Told): boolean {
  const [{ created, rolledBack } = { created: undefined, rolledBack: false }] = sayings
  if (facts[0] !== 'came' || !created || rolledBack) return false
  return created.count > created.paths.length || formsOf(path).some(form => created.paths.includes(form))
}

function isNamed(difference: Difference, { sayings }: Told): boolean {
  return sayings.some(
    saying =>
      (isTagOnly(difference) && speaksOfTags(saying)) ||
      saying.missing.some(item => isAbout(item, difference.path) || isAboutAbove(item, difference.path)) ||
      formsOf(difference.path).some(form => stands(form, saying.isLater ? saying.text : lossesIn(saying.message))),
  )
}

/** What a message says of losses, where its fault is another one. */
const lossesIn = (message: string): string => message.split('Not put back:').slice(1).join('\n')

/** As a name of its own, not as a part of another. */
function stands(form: string, text: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
    if (!/[\w./-]/.test(text.charAt(at - 1)) && !/[\w/-]/.test(text.charAt(at + form.length))) return true
  return false
}

const isTagOnly = ({ facts }: Difference): boolean => facts.length === 1 && facts[0] === 'tags'
const speaksOfTags = ({ text }: Saying): boolean => /extended attribute/i.test(text)
const speaksOfCopies = ({ text }: Saying): boolean => /cop(y|ies)|snapshot|change_/i.test(text)

/** The time of a folder moves with what comes and goes in it; a rollback sets it back unless something in it stays. */
const isFolderTime = ({ path, facts }: Difference, after: Picture): boolean =>
  facts.length === 1 && facts[0] === 'modified' && after[path]?.kind === 'folder'
const follows = ({ path }: Difference, accounted: readonly Difference[]): boolean =>
  accounted.some(each => each.path.slice(0, each.path.lastIndexOf('/')) === path)

/** The ways in which a path may be written: as it is, and with what is no text made visible. */
function formsOf(path: string): readonly string[] {
  const inner = path === 'workspace' ? '.' : path.replace(/^workspace\//, '')
  const bytes = (text: string): string =>
    text.replaceAll(/[\udc80-\udcff]/g, each => `\\x${(each.charCodeAt(0) - 0xdc00).toString(16)}`)
  const marks: readonly ((each: string) => string)[] = [
    each => JSON.stringify(each).slice(1, -1),
    each => `\\u{${hex(each)}}`,
    each => `\\u${hex(each).padStart(4, '0')}`,
    each => `\\x${hex(each).padStart(2, '0')}`,
    each => String.fromCharCode(0x2400 + each.charCodeAt(0)),
  ]
  const marked = marks.map(mark => inner.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, mark))
  const quoted = JSON.stringify(bytes(inner)).slice(1, -1)
  return [...new Set([inner, bytes(inner), quoted, ...marked, ...marked.map(bytes)])]
}
const hex = (character: string): string => character.charCodeAt(0).toString(16)

/** "PATH", "PATH (what became of it)", or "ANOTHER PATH (now PATH)". */
const isAbout = (item: string, path: string): boolean =>
  formsOf(path).some(form =>
    [item, unquoted(item)].some(
      text => text === form || text.startsWith(`${form} (`) || text.endsWith(` (now ${form})`),
    ),
  )
const unquoted = (item: string): string => item.replace(/^"((?:[^"\\]|\\.)*)"/, '$1')

/** A folder that is named stands for all that is in it. */
function isAboutAbove(item: string, path: string): boolean {
  for (let end = path.lastIndexOf('/'); end > 'workspace'.length; end = path.lastIndexOf('/', end - 1))
    if (isAbout(item, path.slice(0, end))) return true
  return false
}
const show = ({ path, facts }: Difference): string => `${shown(path)} (${facts.join(', ')})`
const shown = (path: string): string => JSON.stringify(path.length > 120 ? `${path.slice(0, 117)}…` : path)

export const shortOf = ({ code, message }: Saying): string => `said ${code ?? 'ok'}: ${message.slice(0, 400)}`

const MAX_TOLD = 20

/** Fails with what is wrong, one thing a line. */
export function expectNothingWrong(wrongs: readonly string[], where = ''): void {
  if (wrongs.length > 0) expect.fail([...wrongs.slice(0, MAX_TOLD), `${wrongs.length} in all`, where].join('\n'))
}
