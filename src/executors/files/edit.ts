import { type FileContent, type JsonObject, type Result, fail, succeed } from '../../core/index.ts'
import { flagArgument, textArgument } from './argument.ts'
import { type FileEdit, type DecideChange, createChangeAct } from './change.ts'
import type { FileAct, FileContext } from './file-act.ts'
import { findText, withoutOverlaps } from './find-text.ts'
import { findNearestLine } from './nearest-line.ts'
import { suggestNames } from './not-found.ts'
import { requireText, linesWord } from './text-file.ts'

const MAX_TOLD_LINES = 5

type Replacement = { readonly path: string; readonly text: string; readonly old: string; readonly fresh: string }

export function createEditAct(context: FileContext): FileAct {
  const { workspace, settings } = context
  const decide: DecideChange = ({ args }, { path, present }) => {
    if (present === null) {
      const missing = fail('file_not_found', `There is no file ${JSON.stringify(path)}.`)
      return { ok: false, error: suggestNames(workspace, path, missing.error) }
    }
    const replacement = readReplacement(present, args)
    if (!replacement.ok) return replacement
    const change = replace(replacement.value, flagArgument(args, 'replace_all'))
    const tooLong = change.ok && (change.value.bytes?.length ?? 0) > settings.max_file_bytes
    return tooLong ? fail('file_unsuitable', `The file would have more than ${settings.max_file_bytes} bytes.`) : change
  }
  return createChangeAct(context, decide)
}

function readReplacement(present: FileContent, args: JsonObject): Result<Replacement> {
  const bytes = requireText(present)
  if (!bytes.ok) return bytes
  const [text, old, fresh] = [
    bytes.value.toString('utf8'),
    textArgument(args, 'old_text') ?? '',
    textArgument(args, 'new_text') ?? '',
  ]
  if (old === fresh)
    return fail(
      'tool_call_invalid_args',
      '"old_text" and "new_text" are the same. Send what the passage should become.',
    )
  const ending = endsLinesWithReturn(text) ? '\r\n' : undefined
  return succeed({ path: present.path, text, old: withEndings(old, ending), fresh: withEndings(fresh, ending) })
}

/** A file that ends all its lines with a carriage return keeps doing so; models never see or write one. */
const endsLinesWithReturn = (text: string): boolean => text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text)
const withEndings = (text: string, ending: string | undefined): string =>
  ending === undefined ? text : text.replace(/\r?\n/g, ending)

function replace(replacement: Replacement, all: boolean): Result<FileEdit> {
  const { path, text, old, fresh } = replacement
  const places = findText(text, old, all ? Number.POSITIVE_INFINITY : MAX_TOLD_LINES + 1)
  if (places.length === 0) return mismatch(replacement)
  if (places.length > 1 && !all) return ambiguous(replacement, places)
  const chosen = withoutOverlaps(places, old.length)
  const lines = linesWord(chosen.length * linesIn(old))
  return succeed({ bytes: Buffer.from(putIn(text, { old, fresh, chosen })), summary: `changes ${lines} of ${path}` })
}

const linesIn = (passage: string): number => passage.replace(/\n$/, '').split('\n').length

type Places = { readonly old: string; readonly fresh: string; readonly chosen: readonly number[] }

function putIn(text: string, { old, fresh, chosen }: Places): string {
  const parts: string[] = []
  let from = 0
  for (const place of chosen) {
    parts.push(text.slice(from, place), fresh)
    from = place + old.length
  }
  return [...parts, text.slice(from)].join('')
}

function mismatch({ path, text, old }: Replacement): Result<never> {
  const nearest = findNearestLine(text, old)
  const stands = `The old text does not stand in ${JSON.stringify(path)}.`
  if (!nearest) return fail('edit_mismatch', `${stands} No line is like it.`)
  const { number, text: line, differs } = nearest
  const hint =
    differs === 'after it'
      ? `Its first line stands in line ${number}, but not with what comes before or after it.`
      : `The nearest line is ${number}, which differs ${differs}: ${JSON.stringify(line)}.`
  return fail('edit_mismatch', `${stands} ${hint}`, { line: number, text: line })
}

function ambiguous({ path, text }: Replacement, places: readonly number[]): Result<never> {
  const lines = lineNumbers(text, places.slice(0, MAX_TOLD_LINES))
  const more = places.length > MAX_TOLD_LINES ? ' and more' : ''
  const told = `The old text stands in ${JSON.stringify(path)} more than once (${placesOf(lines)}${more}).`
  return fail('edit_mismatch', `${told} Add lines around it to say which one, or send replace_all: true.`, { lines })
}

/** Each line once: in one line it may stand twice. */
function placesOf(lines: readonly number[]): string {
  const [first, ...others] = new Set(lines)
  return others.length === 0 ? `all in line ${first}` : `lines ${[first, ...others].join(', ')}`
}

/** The places are in order, so the text is gone through once. */
function lineNumbers(text: string, places: readonly number[]): readonly number[] {
  let [line, from] = [1, 0]
  return places.map(place => {
    line += text.slice(from, place).split('\n').length - 1
    from = place
    return line
  })
}
