import {
  type EvidenceFinding,
  type Json,
  type JsonObject,
  type Receipt,
  isJsonList,
  isJsonObject,
} from '../../core/index.ts'
import { findMentions } from '../reply/places.ts'
import type { ToolClaim } from '../reply/tool-claims.ts'
import { outputOf } from './backing.ts'
import { type Case, finding } from './case.ts'

/** What a reply says was done must have left a receipt. A claim that has one needs no finding of its own. */
export function judgeToolClaim({ claim, kind, paths, tool, by }: ToolClaim, of: Case): EvidenceFinding | undefined {
  const receipts = of.sound.map(({ receipt }) => receipt)
  const unbacked = (because: string): EvidenceFinding => finding(claim, 'tool_claim_unbacked', because)
  switch (kind) {
    case 'calls':
      return receipts.some(({ tool_id }) => tool_id === tool)
        ? undefined
        : unbacked(`No receipt of this session says that ${tool} was called.`)
    case 'changes': {
      const { written } = of.request.sources
      if (by !== undefined && !receipts.some(receipt => isOf(receipt, by)))
        return unbacked('The receipts of this session are of other things.')
      const missing = paths.find(path => ![...written].some(each => isSame(each, path)))
      if (missing !== undefined) return unbacked(`No receipt of this session says that ${missing} was changed.`)
      return written.size > 0 ? undefined : unbacked('This session has changed no file.')
    }
    case 'looks':
    case 'cites': {
      if (receipts.length === 0) return unbacked('No call of this session has left a receipt.')
      if (AND_CHANGED.test(claim) && of.request.sources.written.size === 0)
        return unbacked('This session has changed no file.')
      if (
        by !== undefined &&
        !receipts.some(receipt =>
          [receipt.tool_id, ...textsIn(withoutPlaces(receipt.inputs))].some(text => by.test(text)),
        )
      )
        return unbacked('The receipts of this session are of other things.')
      const missing = paths.find(
        path =>
          !receipts.some(receipt => speaksOf(receipt, path)) &&
          ![...of.request.sources.written].some(each => isSame(each, path)),
      )
      return missing === undefined ? undefined : unbacked(`No receipt of this session says that ${missing} was read.`)
    }
  }
}

/** "I read scene 1 and fixed two typos in it" */
const AND_CHANGED =
  /\b(?:I|we)\b[^.;:?]{2,80},? and (?:also |then |have )?(?:fixed|corrected|updated|edited|changed|rewrote|removed|deleted|added|renamed|replaced|saved)\b (?!my\b|up\b)/i

const isSame = (path: string, name: string): boolean =>
  path.toLowerCase() === name.toLowerCase() || path.toLowerCase().endsWith(`/${name.toLowerCase()}`)

/** It read the file, asked for it or for its folder, showed its name, or looked everywhere. */
export function speaksOf(receipt: Receipt, name: string): boolean {
  if (receipt.file_refs.some(({ path }) => isSame(path, name))) return true
  const asked = textsIn(receipt.inputs)
  if (
    asked.some(
      text =>
        text === '.' || isSame(text, name) || isSame(name, text) || name.startsWith(`${text.replace(/\/$/, '')}/`),
    )
  )
    return true
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  if (outputOf(receipt).toLowerCase().includes(base)) return true
  return asked.every(text => findMentions(text).length === 0)
}

const isOf = (receipt: Receipt, by: RegExp): boolean =>
  [receipt.tool_id, ...textsIn(withoutPlaces(receipt.inputs))].some(text => by.test(text))

/** Where a tool looked says nothing of what it does. */
const withoutPlaces = (inputs: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(inputs).filter(([key]) => !/path|dir|folder|root|glob|file|query|pattern|text|content/i.test(key)),
  )

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (isJsonList(value)) return value.flatMap(textsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []
}

/** Was this looked for? The receipt's own input says so. */
export const askedFor = (receipt: Receipt, words: string): boolean =>
  textsIn(receipt.inputs).some(text => text.toLowerCase().includes(words.toLowerCase()))
