import { inAnyCase, worded } from '../../core/index.ts'
import type { Sentence } from './sentences.ts'

/** What somebody wants done: something changed, something looked at or run, something remembered or forgotten; `yes` is an answer to a question. */
export type Want = 'change' | 'look' | 'memory' | 'yes' | 'none'

const COURTEOUS =
  "(?:(?:please|pls|kindly|just|now|then|and|also|ok|okay|hey|hi|hello|great|thanks|perfect|so|first|next|could you|can you|would you|will you|i(?:'d| would) like you to|i want you to|i need you to|you (?:should|must|can|may)|go ahead and|let's|let us|help me|bitte|por favor|s'il te plaît|s'il vous plaît)[,!.:]?\\s+){0,4}"
const CHANGE =
  '(?:rename|delete|remove|fix|add|write|save|update|create|move|replace|edit|change|insert|correct|append|copy|undo|revert|merge|split|sort|format|reformat|clean|refactor|rewrite|set|bump|apply|implement|make|put|store|convert|extend|shorten|cut|drop|strip|swap|tidy|mark|draft|generate|send|push|commit|install|deploy|email|post|publish|schedule|archive|capitali[sz]e|translate|rephrase|record|log|note down|lösche|ändere|ergänze|speichere|schreib|benenne|füge|ersetze|supprime|ajoute|modifie|renomme|corrige|écris|borra|elimina|añade|agrega|cambia|renombra|escribe)'
const LOOK =
  '(?:run|execute|test|build|compile|lint|search|read|check|open|look|list|count|find|scan|review|verify|compare|grep|show|go through|analy[sz]e|lies|prüfe|suche|lis|vérifie|cherche|lee|busca|revisa)'
const MEMORY =
  "(?:remember|don't forget|do not forget|memori[sz]e|note that|keep in mind|forget|merk dir|vergiss|retiens|oublie|recuerda|olvida)"

const wish = (verb: string): RegExp =>
  inAnyCase(`(?:^|[.!?;:\\n]\\s*|,\\s+(?:and|then)\\s+|\\band\\s+)${COURTEOUS}${verb}(?![\\p{L}])`)
const WISHES: readonly (readonly [Want, RegExp])[] = [
  ['memory', wish(MEMORY)],
  ['change', wish(CHANGE)],
  ['look', wish(LOOK)],
]
const YES =
  /^\W*(?:yes|yeah|yep|yup|sure|ok|okay|go ahead|do it|please do|go on|proceed|ja|oui|sí|claro|alles klar|mach das)\b/i
const LONGEST = 2_000

/** What the person asks for in his message. */
export function wantIn(asked: string): Want {
  const words = asked.slice(0, LONGEST).replace(/[’‘]/g, "'")
  return WISHES.find(([, wording]) => wording.test(words))?.[0] ?? (YES.test(words) ? 'yes' : 'none')
}

const LEAD =
  '(?:(?:ok|okay|alright|great|perfect|sure|yes|yep|of course|certainly|absolutely|no problem|there|right|and|excellent|got it|et voilà|voilà|so)\\W+){0,3}'
const OVER =
  "(?:(?:(?:it|that|this|everything|all|the (?:task|job|work|change|changes|request))(?:'s| is| are| has been| have been| was)? )?(?:now |all |already |successfully )?(?:done(?: and dusted)?|set|sorted|finished|complete|completed|fixed|handled|ready|taken care of|good to go|accomplished|carried out|in place|through|saved|applied|updated)|there you (?:go|are)|here you go|you(?:'re| are) (?:all )?(?:set|good(?: to go)?|sorted)|all (?:good|yours|set|done)|good to go|mission accomplished|task (?:completed?|done|finished)|(?:I(?:'ve| have)? (?:just )?)?(?:did|done) (?:it|that|so|everything)|made it so|as you wish(?:ed)?|consider it (?:done|fixed|handled)|(?:it|that) (?:worked|went through)|success(?:ful)?|erledigt|fertig|gemacht|ist gemacht|fait|c'est fait|voilà|terminé|hecho|listo|ya está|✅|✔|👍)"
const DONE = worded(
  new RegExp(
    `^\\W*${LEAD}${OVER}(?: (?:now|for you|as (?:you )?(?:asked|requested|wished|wanted)|per your request|successfully|already))?\\W*$`,
    'iu',
  ),
)
const SIGNS = /^\s*[✅✔☑👍🎉]/u
const COURTESY = worded(
  /^\W*(?:(?:is there )?anything else|let me know|(?:you(?:'re| are) )?welcome|enjoy|have a|happy to|feel free|just (?:say|ask|tell)|what(?:'s| is) next|want me to|shall I|should I|would you like|do you (?:want|need)|ok|okay|sure|great|perfect|thanks?|no problem|of course|sir)\b|^\W*[\p{L}]+\W*$/iu,
)

const TAIL = /[,;—–-]\s*(?=(?:let me know|anything|is there|just|happy|feel free|enjoy|tell me|what|you can)\b).*$/i
const isDone = (words: string): boolean =>
  words.length < 120 && (DONE.test(words.replace(TAIL, '')) || (SIGNS.test(words) && words.length < 4))

/** "Done." and nothing else but courtesies: what was done is what was asked for. */
export function saysOnlyDone(sentences: readonly Sentence[]): boolean {
  const plain = sentences.map(({ hidden }) => hidden.replace(/[’‘]/g, "'").trim()).filter(words => words !== '')

  return (
    plain.length > 0 &&
    plain.length < 6 &&
    plain.some(isDone) &&
    plain.every(words => isDone(words) || COURTESY.test(words) || words.endsWith('?'))
  )
}
