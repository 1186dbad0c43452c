import { anyOf, spelledOut } from '../../core/index.ts'
import type { Sentence } from './sentences.ts'

/** The plain German, French and Spanish ways to say that something stands nowhere, as the English one. */
const SAID_SO: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:es gibt )?kein(?:e|en|erlei)?(?: einzige[rsn]?)?\s(?:Wort|Erwähnung|Hinweis|Spur|Rede|Treffer|Zeile)\s(?:über|von|zu[mr]?|auf|für)\s(.{2,60}?)\s(?:in|im)\s(.{2,60}?)[.!]?\s*$/iu,
    '$1 does not appear in $2',
  ],
  [/^(?:in|im)\s(.{2,60}?)\s(?:ist|gibt es)\s(?:von\s(.{2,60}?)\s)?keine\sRede[.!]?\s*$/iu, '$2 does not appear in $1'],
  [
    /^(.{2,60}?)\s(?:kommt|kommen|taucht|tauchen)\s(?:in|im)\s(.{2,60}?)\s(?:nicht|nirgends|nie)\s(?:vor|auf)\b.*$/iu,
    '$1 does not appear in $2',
  ],
  [
    /^(.{2,60}?)\s(?:wird|werden|ist|steht|erscheint)\s(?:in|im)\s(.{2,60}?)\s(?:nicht|nirgends|nie)(?:\s(?:erwähnt|genannt))?[.!]?\s*$/iu,
    '$1 does not appear in $2',
  ],
  [
    /^(?:in|im)\s(.{2,60}?)\s(?:kommt|taucht|wird|steht)\s(.{2,60}?)\s(?:nicht|nirgends|nie)\b.*$/iu,
    '$2 does not appear in $1',
  ],
  [/^(.{2,60}?)\s(?:erwähnt|nennt|enthält)\s(.{2,60}?)\s(?:nicht|nie|nirgends)\b.*$/iu, '$2 does not appear in $1'],
  [/^(.{2,60}?)\s(?:erwähnt|nennt|enthält)\skeine?n?\s(.{2,60}?)[.!]?\s*$/iu, '$2 does not appear in $1'],
  [
    /^(.{2,60}?)\sn['’](?:apparaît|apparaissent|est (?:pas )?mentionnée?|figure)\s(?:pas|jamais|nulle part)?\s?(?:pas\s)?dans\s(.{2,60}?)[.!]?\s*$/iu,
    '$1 does not appear in $2',
  ],
  [
    /^(.{2,60}?)\sne\s(?:mentionne|contient|nomme|parle)\s(?:pas|jamais)\s(?:de\s|d['’])?(.{2,60}?)[.!]?\s*$/iu,
    '$2 does not appear in $1',
  ],
  [
    /^(.{2,60}?)\s(?:no|nunca)\s(?:aparecen?|figura|se menciona)\sen\s(.{2,60}?)[.!]?\s*$/iu,
    '$1 does not appear in $2',
  ],
  [
    /^(.{2,60}?)\s(?:no|nunca)\s(?:menciona|contiene|nombra)\s(?:a\s)?(.{2,60}?)[.!]?\s*$/iu,
    '$2 does not appear in $1',
  ],
]
const isForeign = anyOf(SAID_SO.map(([wording]) => spelledOut(wording)))

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Szenen?|scènes?|escenas?)(?![\p{L}])/giu, 'scene'],
  [/\b(?:Gliederung|plan|esquema)(?![\p{L}])/giu, 'outline'],
  [/\b(?:Dateien|fichiers|archivos)(?![\p{L}])/giu, 'files'],
  [/^(?:das Wort|der Name|die|der|das|dem|den|le mot|le nom|la|le|les|l['’]|el|los|las|la palabra|el nombre)\s/giu, ''],
  [/(\bin\s)(?:der|dem|den|la|le|les|el|los|las)\s/giu, '$1'],
]

/** As if it had been said in English; undefined when it is none of these. */
export function inEnglish({ text }: Sentence): Sentence | undefined {
  const said = text.trim()
  const found = said.length > 240 || !isForeign(said) ? undefined : SAID_SO.find(([wording]) => wording.test(said))
  if (found === undefined) return undefined
  const words = WORDS.reduce((line, [from, to]) => line.replace(from, to), said.replace(...found))
  return { text: words, hidden: words, quotes: [] }
}
