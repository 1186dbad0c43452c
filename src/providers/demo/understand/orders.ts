import { fileIn, quotedIn, straighten } from './phrases.ts'
import type { Wish } from './wish.ts'
import { capitalise, contentWords } from './words.ts'

const CHANGE = /^(?:in (?:the file )?\S+ )?(?:replace|change|swap|rename|correct|substitute)\s+(?<rest>.+)$/i
const EVERY = /^(?:all|every|each)\b/i
const AROUND = /\s(?:everywhere|throughout)\b/i
const COUNTED =
  /^(?:all |every |each )?(?:the )?(?:occurrences? of |instances? of |mentions? of )?(?:the )?(?:(?:word|words|phrase|text|name|line|sentence)s? )?/i
const PAIR =
  /^(?:"(?<a>[^"]+)"|'(?<b>[^']+)'|(?<c>.+?))\s+(?:by|with|to|into|for|→|->)\s+(?:the (?:word|phrase|text|name) )?(?:"(?<d>[^"]*)"|'(?<e>[^']*)'|(?<f>.+))$/i

/** Something to change or to write; the message as it was typed keeps line breaks for what is written. */
export function readOrder(said: string, message: string): Wish | undefined {
  return readChange(said) ?? readWriting(said, message)
}

function readChange(said: string): Wish | undefined {
  const rest = CHANGE.exec(said)?.groups?.['rest']
  if (rest === undefined) return undefined
  const file = fileIn(said)
  const bare = (
    file === undefined
      ? rest
      : rest.replace(
          new RegExp(
            `,?\\s*(?:in|of|inside|within|from)?\\s*(?:the )?(?:file |scene )?["']?${escape(file)}["']?,?\\s*`,
          ),
          ' ',
        )
  )
    .replace(/\s+(?:everywhere|throughout(?: the (?:file|story))?|in (?:it|the (?:file|story|manuscript|text)))$/i, '')
    .trim()
  const groups = PAIR.exec(bare.replace(COUNTED, ''))?.groups ?? {}
  const old = groups['a'] ?? groups['b'] ?? groups['c']
  const fresh = groups['d'] ?? groups['e'] ?? groups['f']
  if (old === undefined || fresh === undefined) return undefined
  return {
    kind: 'replace',
    old: old.trim(),
    fresh: fresh.trim(),
    everywhere: EVERY.test(bare) || AROUND.test(rest),
    ...(file !== undefined && { file }),
  }
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const WRITES = /^(?:write|create|make|add|save|store|note|jot|put|draft)\b/i
const NOTE = /\b(?:note|memo|file|reminder|todo|to-do|document)\b|^note\b|^jot\b/i
const SAYING =
  /(?:\bthat says\b|\bsaying\b|\bsays\b|\bwith the (?:text|content|contents|words|line)\b|\bcontaining\b|\breading\b|\bthat\b|\babout\b|\bwith\b|:)\s*:?\s*(?<text>.+)$/is

/** "Write a note that …", "create notes/plan.md with …"; a poem is beyond a script. */
function readWriting(said: string, message: string): Wish | undefined {
  const file = fileIn(said)
  if (!WRITES.test(said) || (file === undefined && !NOTE.test(said))) return undefined
  const text = textToWrite(straighten(message), file)
  if (text === '') return undefined
  return { kind: 'write', file: file ?? `notes/${slug(text)}.md`, text: `${text}\n` }
}

function textToWrite(message: string, file: string | undefined): string {
  const quoted = quotedIn(message)
  if (quoted !== undefined) return quoted
  const place =
    file === undefined
      ? undefined
      : new RegExp(`\\s*(?:\b(?:to|in|into|as|at|called|named)\\s+)?(?:the file )?["']?${escape(file)}["']?`)
  const rest = (place === undefined ? message : message.replace(place, ' ')).trim()
  const said =
    SAYING.exec(rest)?.groups?.['text'] ??
    rest.replace(
      /^(?:please )?(?:write|create|make|add|save|store|note|jot|put|draft)(?: down)?(?: me)?(?: a| an| the)?(?: new| short)?(?: note| memo| file| reminder| todo| document)?/i,
      '',
    )
  return capitalise(said.replace(/\s*(?:,? please)?[\s?]*$/i, '').trim())
}

const slug = (text: string): string =>
  contentWords(text)
    .slice(0, 5)
    .join('-')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]/gu, '') || 'note'
