/**
 * One character for what a word does in a sentence, so that the sentence can be read by its build: see deed-rules.ts.
 * S I, Y you, h have, b is, B was, m may, n not, c if, C when, q what, d the, p it, I in, P of, f after, i well, a just
 * L searched, l search, G searching: looks by itself. K counted, s see, k find, J counting, X read, x reading, j got: looks if it has an object
 * W saved, V changed, y wrote: stores by itself, or with an object. w save, g saving. z managed to
 * R tool, r results, E edit, D returned, e returns, t says, u said, T file, F a file's name, O scene, Q quoted, M memory, U sentence, # 3, N a name,
 * v any other verb in the past, o any other word
 */
export type Tag = string

const past = (verb: string): string =>
  verb.endsWith('e') ? `${verb}d` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
const ing = (verb: string): string => `${verb.endsWith('e') ? verb.slice(0, -1) : verb}ing`
const doubled = (verb: string): string => verb + (verb.at(-1) ?? '')
const list = (words: string): readonly string[] => words.trim().split(/\s+/)

type Verbs = {
  readonly tags: readonly [base: Tag, past: Tag, ing: Tag]
  readonly plain: string
  readonly doubling?: string
}

const VERBS: readonly Verbs[] = [
  {
    tags: ['s', 'K', 'J'],
    plain:
      'confirm notice detect locate discover identify extract compare study explore count tally list enumerate measure compute evaluate watch visit trace track analyse analyze glance peek peer look collect gather launch trigger monitor debug benchmark sample pull process perform conduct',
    doubling: 'spot skim',
  },
  {
    tags: ['l', 'L', 'G'],
    plain:
      'check double-check doublecheck recheck re-check cross-check crosscheck search browse inspect examine review consult verify validate query crawl parse open reopen load fetch retrieve download execute invoke google access lint compile audit spot-check trawl survey peruse investigate view cross-reference test',
    doubling: 'scan grep',
  },
  {
    tags: ['w', 'V', 'g'],
    plain:
      'create update edit modify change remove move add replace fix insert correct apply copy strip tidy clean rework tweak adjust amend patch place record log register import erase duplicate format reformat sort convert bump increment upgrade downgrade refactor restructure reorder simplify implement introduce merge enable disable configure migrate resolve',
    doubling: 'swap drop trim',
  },
  {
    tags: ['w', 'W', 'g'],
    plain:
      'save delete rename upload install push email archive export append store overwrite publish post schedule revert restore deploy message notify rebase squash zip unzip backport cherry-pick',
    doubling: 'commit submit',
  },
]

const WORDS: Readonly<Record<Tag, string>> = {
  L: 'ran reran grepped googled',
  K: 'found saw seen dug matched',
  j: 'got gotten took taken used',
  v: 'fed handed piped threw kept dove swept sought caught held built left hit met struck spent',
  X: 'read reread re-read',
  x: 'reading rereading re-reading',
  G: 'running rerunning formatting',
  J: 'seeing finding digging getting',
  s: 'see get',
  k: 'find',
  l: 'search check scan query lookup grep sweep review audit inspection analysis comparison pass examination investigation',
  W: 'sent overwrote overwritten',
  y: 'wrote written made put set rewrote rewritten cut split undid undone',
  S: 'i we',
  Y: 'you people anyone everybody everyone readers writers users editors authors programmers',
  h: 'have has had',
  b: 'am is are be being',
  B: 'was were been',
  m: 'can could will would shall should may might must let please cannot',
  n: 'not never no neither nor hardly without unable nothing nobody none',
  c: 'if unless soon once until before whether suppose supposing imagine pretend pretending assuming provided wish wished think thinks thought claim claims claimed implied hope hoped guess suspect suspected believe believed assume assumed perhaps maybe probably presumably seems seemed understand hear heard',
  C: 'when while whenever where wherever',
  q: 'what how why which who whose',
  d: 'the a an my this that these those our all both every each some another one several its your their',
  '#': 'zero two three four five six seven eight nine ten eleven twelve',
  p: 'it them everything anything him her',
  I: 'in on at inside within throughout across',
  P: 'to with via against through for over using into of about under by from as',
  f: 'after upon having following',
  i: 'ok okay done alright sure yes yep right great so and then well hi hello finally there',
  M: 'memory mind heart thoughts conscience arithmetic math maths sum sums calculation spelling wording grammar rhyme rhymes meter metre syllables logic reasoning forward best training head instincts feelings ideas idea synonyms',
  U: 'sentence sentences comma commas word words adverb adverbs adjective adjectives clause clauses phrase phrases stanza verse repetition heading headings title paragraph paragraphs typo typos line answer list verb noun metaphor metaphors simile image imagery tone rhythm joke pun analogy pace pacing voice style mood tension contrast punchline tense syllable alliteration cliché',
  E: 'edit edits change changes fix fixes update updates correction corrections patch tweak revision rename deletion commit addition backup note notes reminder mail email e-mail message invitation upload import export installation deployment transfer migration',
  R: 'tool tools command commands script scripts lookups tests test suite build linter compiler shell terminal console api greps scans searches queries checks program function functions endpoint system server checker validator debugger browser call database index calls',
  r: 'result results output outputs hits matches listing listings readout stdout stderr diff dump findings references mentions occurrences instances',
  F: '\u{f8ff}',
  T: 'file files folder folders directory directories workspace disk repo repository codebase manuscript outline compendium document documents docs drafts sheet sheets card cards profile profiles entry entries filesystem canon changelog readme archive config source sources',
  O: 'scene scenes chapter chapters lineno metadata timestamp timestamps recording audio video attachment pdf website websites site web internet online webpage webpages page pages url urls section sections passage passages lines version versions copies texts transcript timeline',
  e: 'shows show returns return reveals reveal indicates indicate confirms yields yield reports report lists list produces produce gives give prints print suggests suggest displays display turns turn comes come brings bring points point passes succeeds succeed flags flag finds contains contain agree agrees state states describe describes cite cites',
  D: 'showed shown returned revealed indicated yielded reported produced gave printed passed succeeded completed finished turned came brought surfaced suggested displayed flagged drew picked exited spat pointed contained responded answered replied threw complained',
  t: 'says say tells tell',
  u: 'said told',
  z: 'managed-to did',
}

const ADVERBS =
  'just already also now first next again even indeed since quickly briefly simply still twice thrice today earlier recently back here'

function buildLexicon(): ReadonlyMap<string, Tag> {
  const words = new Map<string, Tag>()
  for (const { tags, plain, doubling = '' } of VERBS) {
    for (const verb of list(plain)) words.set(verb, tags[0]).set(past(verb), tags[1]).set(ing(verb), tags[2])
    for (const verb of list(doubling))
      words
        .set(verb, tags[0])
        .set(`${doubled(verb)}ed`, tags[1])
        .set(`${doubled(verb)}ing`, tags[2])
  }
  for (const [tag, all] of Object.entries(WORDS)) for (const word of list(all)) words.set(word, tag)
  for (const word of list(ADVERBS)) words.set(word, 'a')
  return words
}

const LEXICON = buildLexicon()

/** What one feels, thinks, says or makes up is no deed that leaves a trace. */
const FEELS =
  /^(?:lik|lov|enjoy|want|imagin|suggest|propos|need|wonder|preferr|promis|offer|mention|explain|plann|intend|expect|decid|agre|recommend|suppos|describ|summari[sz]|draft|compos|sketch|outlin|shorten|invent|pictur|tri|attempt|fail|refus|answer|repli|bas|rephras|titl|call|nam|ind|talk|discuss|chatt|argu|debat|brainstorm|admir|appreciat|fear|doubt|car|happen|consider|contemplat|mis\p{L}{3,}|(?:over|under)(?:estimat|stat|rat|play|explain|complicat|simplifi|us|valu|emphasi[sz]|react|look))ed$/u

const ENDS: Readonly<Record<string, Tag>> = { ',': ',', '(': ',', ')': ',', ':': ':', ';': ':', '—': ':', '–': ':' }

const FRONTED_ADVERB = /^(?:Quick|Brief|Final|Current|Successful|Careful|Actual)ly$/

/** Enough for an ending of two letters with three before it. */
const isLong = (word: string): boolean => word.length >= 5

const isWord = (small: string): boolean => (small >= 'a' && small < '{') || /^\p{L}/u.test(small)

/** What a word or a mark does; a file's name is one private character, quoted words are another. */
export function tagOf(token: string): Tag {
  const small = token.toLowerCase()
  const known = LEXICON.get(small) ?? ENDS[token]
  if (known !== undefined) return known
  if (small >= '0' && small < ':') return '#'
  if (!isWord(small)) return token.includes('\u{e000}') ? 'Q' : '.'
  if (isLong(token) && token.endsWith('ly') && (token === small || FRONTED_ADVERB.test(token))) return 'a'
  if (isLong(small) && small.endsWith('ed')) return FEELS.test(small) ? 'o' : 'v'
  return token !== small ? 'N' : 'o'
}
