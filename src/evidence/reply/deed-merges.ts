import { likely, inAnyCase } from '../../core/index.ts'

const LOOK =
  '(?:look|glance|peek|pass|read-through|readthrough|read|scan|search|skim|sweep|dive|check|review|once-over)'
const merge = (from: string, to: string): readonly [RegExp, string] => [inAnyCase(from, 'gi'), to]

/** Signs that only set words apart, and an apostrophe as it is printed. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  merge('[*`~]|(?<![\\p{L}\\d])_|_(?![\\p{L}\\d])', ''),
  merge('\\u2019', "'"),
]
const HAS_SIGN = /[*`~_\u2019]/

/** Ways to say one thing in several words, as the one word for it. */
const MERGED: readonly (readonly [RegExp, string])[] = [
  merge("\\b(I|we|they|you)'ve\\b", '$1 have'),
  merge("\\b(I)'m\\b", '$1 am'),
  merge("\\b(\\w{1,12})'ll\\b", '$1 will'),
  merge(
    "\\b(I|we|you|he|she|they)'d(?= (?:already |just |also |even |since |now )?(?:\\w{2,}ed|been|done|gone|seen|found|sent)\\b)",
    '$1 had',
  ),
  merge("\\b(\\w{1,12})'d\\b", '$1 would'),
  merge("\\b(it|that|there|here|he|she|what)'s\\b", '$1 is'),
  merge("\\b(\\w{1,20})'s(?= (?:now |all |already |just |also )?(?:been|gone|went)\\b)", '$1 has'),
  merge("\\b(\\w{1,8})n't\\b", '$1 not'),
  merge('\\b(?:went|gone) (?:out|through|off|live)\\b(?! the)', 'completed'),
  merge('\\b(?:double|triple|fact|cross|spot|sanity|re)[- ]?check(ed|ing)\\b', 'check$1'),
  merge('\\btried (?:it|this|that|them)(?: out)?\\b', 'checked'),
  merge('\\btook (it|them|that|this|the \\w{1,20}) out\\b', 'removed $1'),
  merge('\\b(?:brought|called|pulled|popped)(?: (?:it|them|the \\w{1,20}))? (?:up|open)\\b', 'opened'),
  merge('\\b(?:complete|finished)(?=\\s*(?:[.,:;!]|$))', 'done'),
  merge(
    `\\b(?:had|took|taken|did|done|made|given|gave)(?: (?:it|them|this|that|the \\w{1,20}))? (?:a|an|another|one) (?:[\\w-]{1,20} ){0,2}?${LOOK}\\b`,
    'checked',
  ),
  merge(`\\b(?:having|taking) (?:a|another|one) (?:[\\w-]{1,20} ){0,2}?${LOOK}\\b`, 'checking'),
  merge('\\blook(?:ed|ing) at (?:it|this|that) (?:from|as|differently)\\b', 'felt'),
  merge(
    '\\blook(ed|ing)? (?:back )?(?:(?:it|them|this|that|her|him) )?(?:at|through|into|up|over|inside|around|in)\\b',
    'check$1',
  ),
  merge(
    '\\b(?:went|gone) (?:back )?(?:through|over|into)(?=\\s(?:the|all|every|each|your|it|them|this|that|both|my|its|everything|\\d|scenes?|files?|\\u{f8ff}))|\\bbeen (?:through|over|all over)\\b(?! (?:this|that|it)(?: before| already)?\\s*(?:[.,:;!]|$))',
    'checked',
  ),
  merge(
    '\\b(?:work|mak|pick|read|leaf)(?:ed|ing)? (?:my|our) way through\\b|\\bmade (?:my|our) way through\\b',
    'checked',
  ),
  merge('\\bdid (?:what|as|just what|exactly what) you (?:asked|wanted|said|told|requested|wished)\\b', 'fixed it'),
  merge('\\blooked (?:there|here|everywhere|inside|around|myself)\\b', 'checked'),
  merge('\\b(?:tracked|hunted|chased|ran) down\\b|\\b(?:sniffed|ferreted) out\\b', 'checked'),
  merge('\\bgoing (?:back )?(?:through|over)\\b', 'checking'),
  merge('\\b(?:por|leaf|thumb|comb|flipp|trawl|paw|sift|pag)(ed|ing) (?:over|through)\\b', 'check$1'),
  merge('\\bd(?:ug|igging) (?:into|through|around in)\\b', 'checked'),
  merge('\\b(?:went|gone) (?:ahead|on) and\\b|\\b(?:went|gone) and\\b', 'just'),
  merge(
    '\\b(?:managed|(?:was|were|been) able|got around) to\\b|\\bt(?:ook|aken) the (?:liberty|time|trouble) (?:of|to)\\b',
    'managed-to',
  ),
  merge('\\bthe (?:whole|entire|full|complete) (?:thing|lot|text|story|book)\\b', 'everything'),
  merge(
    '(?<=\\b(?:I|we)(?: have)?(?: just)? )c[ao]me (?:up|back|away) with\\b|\\bwas (?:given|shown|handed|sent|served)\\b',
    'got',
  ),
  merge('\\bcame up empty\\b|\\bdrew a blank\\b', 'found nothing'),
  merge(
    '\\bd(?:id|one) (?:some|a bit of|a little) (?:more )?(?:digging|searching|checking|reading|research|looking)\\b',
    'checked',
  ),
  merge('\\bt(?:ook|aken) care of\\b', 'fixed'),
  merge('\\b(?:got rid of|did away with|threw (?:out|away)|took out)\\b', 'removed'),
  merge('\\b(?:came across|(?:stumbled|happened|hit) (?:up)?on)\\b', 'found'),
  merge('\\b(?:turned|went) (?:back |straight )?to\\b', 'sought'),
  merge('\\bon (?:its|their|the) way\\b', 'sent'),
  merge(
    '\\b(?:done|finished) (?:re-?)?(?:check|search|read|look|scan|review|compar|verify|test|count)\\w*ing\\b',
    'checked it',
  ),
  merge(
    '(?<=\\b(?:I|we)(?: have)?(?: just)? )(?:called|rang|contacted)(?= (?:the|your|their|a) [\\p{L}-]{3,20}(?: [\\p{L}-]{3,20})?(?: for you| and (?:they|he|she|asked)| about| to (?:ask|check|confirm)|[;,.]))',
    'phoned',
  ),
  merge('\\b(?:every|each) (?:mention|occurrence|instance|reference|appearance)\\b', 'all mentions'),
  merge('\\bheld back\\b', 'omitted'),
  merge('\\bback(?:ed)? up\\b', 'saved'),
  merge('\\bbacked (it|them|everything|the \\w{1,20}) up\\b', 'saved $1'),
  merge('\\b(your|my|our) notes\\b', '$1 files'),
  merge('\\bword[- ]counts?\\b', 'results'),
  merge('\\bset (it|this|that|everything|them) up\\b', 'installed $1'),
  merge('\\ba while\\b', 'long'),
  merge('\\bread about\\b', 'heard of'),
  merge('\\bline editor\\b', 'tool'),
  merge('\\btried (search|check|read|look|scann|grepp)ing\\b', 'searched'),
  merge('\\bopened with\\b', 'began with'),
  merge('\\bran (?:into|out|away|with)\\b', 'met'),
  merge('\\bread (?:it|this|that|them) as\\b', 'took it as'),
  merge('\\bas I read it\\b', 'as such'),
  merge('\\bturned (?:out|into|away)\\b', 'became'),
  merge('\\blines? (?=\\d)', 'lineno '),
  merge('\\b(?:scenes?|chapters?|sections?) (?=\\d)', 'scene '),
]

/** What one of them puts in is never a word that another one needs. */
const likelyMerges = likely(MERGED, ([from]) => from)

export const mergeWords = (said: string): string =>
  [...(HAS_SIGN.test(said) ? SIGNS : []), ...likelyMerges(said)].reduce(
    (text, [from, to]) => text.replace(from, to),
    said,
  )
