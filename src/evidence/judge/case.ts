import type { EvidenceCode, EvidenceFinding } from '../../core/index.ts'
import type { EvidenceRequest, ListedReceipt } from '../evidence-request.ts'
import { standingOf } from '../standing.ts'
import { type FileShelf, createFileShelf } from './file-shelf.ts'
import { stemOf, stemsOf } from './structural.ts'

/** One answer under examination: what it may be held against, and the receipts that count. */
export type Case = {
  readonly request: EvidenceRequest
  readonly shelf: FileShelf
  /** Those that verify and whose call did not fail. */
  readonly sound: readonly ListedReceipt[]
  /** Did the person use all of these words, in one form or another? */
  readonly areAsked: (words: readonly string[]) => boolean
}

export function openCase(request: EvidenceRequest): Case {
  const sound = request.sources.receipts.filter(({ receipt, valid }) => valid && receipt.outputs.error === undefined)
  return { request, sound, areAsked: findAsked(request.asked), shelf: createFileShelf(request.sources, sound) }
}

/** A plain look comes first: most answers have a word that stands nowhere in the message, and then its words need not be told apart. */
function findAsked(asked = ''): Case['areAsked'] {
  let [small, stems]: [string | undefined, ReadonlySet<string> | undefined] = [undefined, undefined]
  const mayStand = (stem: string): boolean => (small ??= asked.toLowerCase()).includes(stem) || SIGMA.test(stem)
  return words => {
    if (!words.every(word => mayStand(stemOf(word)))) return false
    const said = (stems ??= stemsOf(asked))
    return said.size > 0 && words.every(word => said.has(word.toLowerCase()) || said.has(stemOf(word)))
  }
}

/** The one letter whose small form depends on what follows: in the whole message it may be another than in the word alone. */
const SIGMA = /[σς]/

type Told = {
  readonly because: string
  readonly file?: string
  readonly lines?: readonly [number, number]
  readonly receipt?: string
}

const LONGEST_CLAIM = 240

/** `holds` unless the code fails the answer or says that nobody could look. */
export function finding(claim: string, code: EvidenceCode, told: string | Told): EvidenceFinding {
  const holds = standingOf(code) !== 'failed' && code !== 'absence_unsearched'
  return { claim: shorten(claim), holds, code, ...(typeof told === 'string' ? { because: told } : told) }
}

/** As findings give it. */
export function shorten(claim: string): string {
  const line = claim.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST_CLAIM ? line : `${line.slice(0, LONGEST_CLAIM - 1).toWellFormed()}…`
}
