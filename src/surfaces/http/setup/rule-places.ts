import { readFile } from 'node:fs/promises'
import { type Json, canonicalJson } from '../../../core/index.ts'
import { MAX_CONFIG_BYTES, type RuleLines, ruleLines } from '../../../runtime/index.ts'

/** Whose word a rule is, and on which line of a file it stands now. */
export type RulePlace = { readonly source: string; readonly line: number | null }

const FILE = /^(?:user|workspace|saved):(.+)$/
const TOGETHER = ' + ' // as origins of lists from several files are written

/** The files are read anew, since they may have changed after the start; a rule that is not there any more has no line. */
export async function rulePlaces(key: string, origin: string): Promise<(rule: Json) => RulePlace> {
  const sources = origin.split(TOGETHER)
  const places = await Promise.all(
    sources.map(async source => ({ source, lines: await linesIn(FILE.exec(source)?.[1], key) })),
  )
  return rule => {
    const form = canonicalJson(rule)
    const found = places.find(({ lines }) => lines.has(form))
    return { source: found?.source ?? origin, line: found?.lines.get(form) ?? null }
  }
}

async function linesIn(file: string | undefined, key: string): Promise<RuleLines> {
  const text = file === undefined ? '' : await readFile(file, 'utf8').catch(() => '')
  return text.length > MAX_CONFIG_BYTES ? new Map() : ruleLines(text, key)
}
