import type { Json } from '../../core/index.ts'
import { createReadName } from './names/find-named.ts'
import { createRedactJson } from './redact-json.ts'
import { findPersonal } from './rules/personal.ts'
import type { FoundCategory } from './rules/rule.ts'
import { createKnownValues } from './scan/known-values.ts'
import { type Mark, createMark, findMarkers, outsideMarkers } from './scan/marker.ts'
import { createSecretRuleSet } from './scan/secret-rule-set.ts'
import { type SecretSpan, mergeSpans } from './scan/span.ts'

/** Where a secret stood in the text that was given; `rule` says what found it. */
export type FoundSecret = {
  readonly category: FoundCategory
  readonly start: number
  readonly end: number
  readonly rule: string
}
type Redacted = { readonly text: string; readonly found: readonly FoundSecret[] }

export type Redactor = {
  readonly redactText: (text: string) => Redacted
  readonly redactJson: (value: Json) => Json
  /** A value that the runtime has come to hold; shorter than 8 characters it is not looked for. */
  readonly addKnown: (secret: string) => void
  /** How many patterns were compiled, all of them when the redactor was made. */
  readonly compiled: number
}

export type RedactorOptions = {
  /** For the digests; with it a guess can be tested. */
  readonly key: string | Uint8Array
  /** Values that the runtime holds, such as API keys from its configuration. */
  readonly known?: readonly string[]
  /** Names, besides the usual ones, whose values are secret. */
  readonly keyNames?: readonly string[]
  /** E-mail addresses, IBANs and card numbers as well. */
  readonly personal?: boolean
}

const MOST_PASSES = 4 // one more than any text has needed; a hostile one must not make it loop

export function createRedactor({ key, known = [], keyNames = [], personal = false }: RedactorOptions): Redactor {
  const readName = createReadName(keyNames)
  const values = createKnownValues(known)
  const ruleSet = createSecretRuleSet(readName, keyNames)
  const mark = createMark(key)

  const findSpans = (text: string): readonly SecretSpan[] => {
    const spans: SecretSpan[] = []
    const onSpan = (span: SecretSpan): number => spans.push(span)
    values.find(text, onSpan)
    ruleSet.find(unfoldLines(text), onSpan)
    if (personal) findPersonal(text, onSpan)
    return spans.length === 0 ? spans : outsideMarkers(mergeSpans(spans), findMarkers(text))
  }
  const clean = createCleanTexts()
  const redactText = (text: string): Redacted => {
    if (clean.has(text)) return { text, found: [] }
    const redacted = redactFully(text, findSpans, mark)
    if (redacted.found.length === 0) clean.add(text)
    return redacted
  }
  const json = createRedactJson({ redactText: text => redactText(text).text, readName, mark })
  return {
    redactText,
    redactJson: json.redact,
    addKnown(secret) {
      clean.forget()
      json.forget()
      values.add(secret)
    },
    compiled: ruleSet.compiled,
  }
}

type CleanTexts = {
  readonly has: (text: string) => boolean
  readonly add: (text: string) => void
  readonly forget: () => void
}

const LONGEST_KEPT = 100
const MOST_KEPT = 1_000

/** Names and short phrases recur with every call. Those without a secret are read once; none with a secret is kept. */
function createCleanTexts(): CleanTexts {
  const kept = new Set<string>()
  return {
    has: text => text.length <= LONGEST_KEPT && kept.has(text),
    add(text) {
      if (text.length > LONGEST_KEPT) return
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.add(text)
    },
    forget: () => kept.clear(),
  }
}

/** Text within JSON or code writes its line ends as two characters; the rules see real ones, at the same places. */
const unfoldLines = (text: string): string =>
  text.includes('\\') ? text.replaceAll('\\n', ' \n').replaceAll('\\r', ' \r').replaceAll('\\t', ' \t') : text

type Edit = FoundSecret & { readonly marker: string }

/**
 * Repeats until nothing is found, because a marker may expose what stood behind it; a second redaction changes nothing.
 */
function redactFully(text: string, findSpans: (text: string) => readonly SecretSpan[], mark: Mark): Redacted {
  let edits: readonly Edit[] = []
  let redacted = text
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const spans = findSpans(redacted)
    if (spans.length === 0) break
    const fresh = spans.map(span => ({
      ...span,
      marker: mark(span.category, span.value ?? redacted.slice(span.start, span.end)),
    }))
    edits = mergeEdits(edits, fresh)
    redacted = applyEdits(text, edits)
  }
  return { text: redacted, found: edits.map(({ category, start, end, rule }) => ({ category, start, end, rule })) }
}

/** Finds of a later pass, moved to their places in the original text. Both lists are in order. */
function mergeEdits(old: readonly Edit[], fresh: readonly Edit[]): readonly Edit[] {
  const merged: Edit[] = []
  let [next, shift] = [0, 0]
  for (const edit of fresh) {
    for (let before = old[next]; before !== undefined && before.start + shift < edit.start; before = old[++next]) {
      shift += before.marker.length - (before.end - before.start)
      merged.push(before)
    }
    merged.push({ ...edit, start: edit.start - shift, end: edit.end - shift })
  }
  return [...merged, ...old.slice(next)]
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end, marker } of edits) {
    pieces.push(text.slice(from, start), marker)
    from = end
  }
  return pieces.join('') + text.slice(from)
}
