import type { Sensitivity } from '../fact.ts'
import {
  BELIEF,
  BODY,
  CARE,
  CONDITION,
  CREDENTIAL,
  DATES,
  EDITORS,
  FAMILY,
  HOME,
  KEYED,
  LOCK,
  LOCKED,
  MONEY,
  NEAR,
  OFFICIAL,
  PEOPLE,
  PET,
  STREET,
  THINGS,
  WORKS,
} from './vocabulary.ts'

export type SensitivityRule = {
  readonly kind: string
  readonly sensitivity: Exclude<Sensitivity, 'low'>
  readonly about: string
  /** Tried on lower-case words with single spaces. */
  readonly pattern?: RegExp
  /** Tried on the text as it was written. */
  readonly written?: RegExp
  /** What looks the same and is harmless is taken out first. */
  readonly harmless?: RegExp
  /** A second look at what was found in the text as written. */
  readonly accepts?: (found: string) => boolean
}

/** The first column of a person's card, the rules by which a text is rated. Each can be read, and each has its own lines in the tests. */
export const SENSITIVITY_RULES: readonly SensitivityRule[] = [
  {
    kind: 'credential',
    sensitivity: 'secret',
    about: 'passwords, keys, codes',
    pattern: new RegExp(
      String.raw`\b${CREDENTIAL}\b|\bpin (?:is|was|for|=|:)|\b(?:login|credentials?|token|secret) (?:is|are|was|=|for \w+ is)\b`,
    ),
    harmless: /\bpass ?word (?:manager|policy|generator|field|reset)\w*/g,
  },
  {
    kind: 'credential',
    sensitivity: 'secret',
    about: 'codes, keys and combinations, whatever they open',
    pattern: new RegExp(
      String.raw`\b${LOCKED}(?:'s)? (?:\p{L}+ )?(?:code|combination|combo|key ?code|pin|pattern|sequence)\b|\b${LOCK}(?:'s)? (?:number|digits)\b|\bpass (?:is|was|=)|\bcard is \d{3,}|\b(?:unlock|swipe) (?:pattern|gesture)\b|\b${KEYED} (?:keys?|codes?|pass|phrase)\b|\b(?:puk|pin)\b(?: code| number)?(?: (?:is|was|for|to))?[^.]{0,20}\d|\b(?:code|combination|combo|keycode)s?\b[^.]{0,40}?\d[\d -]{1,10}\d|\b${LOCK}\b[^.]{0,30}?\d(?:[ -]?\d){2,}(?![:\d])|\b(?:wi-?fi|wlan|hotspot|router)\b(?::|(?: \p{L}+){0,3}? (?:is|=|uses?)) (?=\S*[-_\d])\S{6,}`,
      'u',
    ),
    harmless:
      /\b(?:post|zip|postal|sort|country|area|dialling|dress|error|status|exit|http|return|colou?r|hex|discount|voucher|bar|qr|source|language|currency|highway|morse|tax|course|char(?:acter)?|key) ?codes?\b[^.]*|\bkey combination\b[^.]*|\bcode (?:review|style|blocks?|base|freeze|examples?|samples?|lines?|comments?)\b[^.]*|\blines? of code\b[^.]*/g,
  },
  {
    kind: 'credential',
    sensitivity: 'secret',
    about: 'words that stand in for a key, and accounts with what opens them',
    pattern:
      /\b(?:recovery|seed|backup|wallet|mnemonic|secret|safe|code|pass ?key) (?:words?|phrases?)\b|\b(?:code|watch)words?\b|\b(?:atm|card|bank|phone|sim|my|our) pin\b|\b(?:zero|one|two|three|four|five|six|seven|eight|nine)(?:[ -](?:zero|one|two|three|four|five|six|seven|eight|nine)){2,}\b|\b(?:secret|security) (?:question|answer)s?\b|\bpw\b|\b(?:credentials?|log ?ins?)\b[^.]{0,40}(?:[:/]| is | are )|\b(?:admin|root|guest|user|service) (?:account|login|user)\b[^.]{0,6}[:=]|\b(?:tan|otp|mfa|2fa)\b[^.]{0,12}\d|\bbanking (?:access|login|id)\b|\b\w+:\/\/[^\s/:]+:[^\s@]+@/,
    harmless: /\blog ?in (?:page|screen|form|button|flow|scene)\w*[^.]*/g,
  },
  {
    kind: 'credential',
    sensitivity: 'secret',
    about: 'something that is locked or entered, beside what may be the key to it',
    written:
      /\b(?:[Dd]oors?|[Gg]ates?|[Ss]afe|[Vv]ault|[Ll]ockers?|[Ll]ocks?|[Mm]ail ?box|[Kk]ey ?pad|[Pp]adlock|[Gg]arage|[Aa]larm|[Pp]hone|[Ll]aptop|[Tt]ablet|iPad|iPhone|[Cc]omputer|[Pp]ortal|NAS|[Ss]erver|[Uu]nlock\w*|[Dd]isarm\w*|[Gg]uard|[Cc]ode|[Kk]ey|[Ww]i-?[Ff]i|[Ff]orum|[Aa]ccount|[Ll]og ?in|[Aa]ccess|VPN|vpn)\b(?:[^.]|\.(?=\S)){0,60}?(?:(?<![\d.:])\d(?:[ -]?\d){2,}(?![\d:]|[.]\d)|\b\d{1,2}(?: (?:left|right)\W+\d{1,2}){2,}|\b(?=[\w!?-]*\d)(?=[\w!?-]*\p{L})[\w!?-]{5,})|\b(?=\p{L}+\d)\p{Ll}{3,}\d{1,4} (?:for|to|at) (?:the|my)\b/u,
    harmless:
      /\b(?:[Pp]hone|[Mm]obile|[Tt]elephone|[Cc]ell)(?: number)?(?: is| was|:)?(?=[ (+]*\d[\d ()-]{6,})[^.]*|\b(?:post|zip|postal|sort|country|area|dialling|dress|error|status|exit|http|HTTP|return|colou?r|hex|discount|voucher|bar|QR|qr|source|language|currency|highway|morse|tax|course|char(?:acter)?) ?codes?\b[^.]*|\b(?:code review|code style|key (?:scene|chapter|moment|point|of)|chapter|scene|line|page|section|version|year|in|since|until|by) \d+\b|\b(?:1[89]|20)\d\d\b|\b\d{1,2}[.:]\d\d\b|\b\d+ (?:words?|pages?|lines?|chapters?|scenes?|minutes|hours|days|years|euros|pounds|dollars)\b/g,
  },
  {
    kind: 'credential',
    sensitivity: 'secret',
    about: 'what looks like a key or a token, whatever it is called',
    written:
      /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abp]|AKIA|ASIA|AIza|eyJ)[-_]?[\w-]{12,}|-----BEGIN|\b(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[\w+/-]{24,}|\b[0-9a-f]{32,}\b/,
    harmless: /\b[A-Z]{2}\d{2}[A-Z0-9]{10,30}\b/g,
  },
  {
    kind: 'payment card',
    sensitivity: 'secret',
    about: 'the number of a card',
    written: /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/,
    accepts: hasCheckDigit,
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'how the user or another person is called',
    pattern: new RegExp(
      String.raw`\bcall(?:s)? me\b|\bmy (?:\w+ )?(?:name|surname|nickname)\b|\bi(?: am|'m) (?:called|named|known as)\b|\bi go by\b|\bbe called\b|\brefer to me\b|\baddress me\b|\bknow me as\b|\b(?:our|his|her|their|whose) (?:\w+ )?(?:name|surname)\b|\b(?:mr|mrs|ms|dr|prof)\.? \p{L}`,
      'u',
    ),
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'who holds a place in the life of the user',
    pattern: new RegExp(
      String.raw`\b(?:my|our) (?:\w+ ){0,2}${PEOPLE}(?:'s (?:\w+ )?name)? (?:is|are|was|called|named)\b|\bis (?:my|our) (?:\w+ ){0,2}${PEOPLE}\b|\b(?:my|our) (?:\w+ ){0,1}${PEOPLE},? \p{L}+ (?:is|has|said|wants|likes|lives|works)\b`,
      'u',
    ),
    harmless: new RegExp(
      String.raw`\b(?:mail|email|git|ftp|http|chat) client\b|\b(?:password|window|package|file|task|boot) manager\b|\beditor is ${EDITORS}\b`,
      'g',
    ),
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'somebody or something of the user is called like a person',
    pattern: new RegExp(String.raw`\b(?:my|our|a|an|the|one) (?:[\p{L}'-]+ ){1,4}(?:called|named)\b`, 'u'),
    harmless: new RegExp(
      String.raw`\b(?:${PET}|${WORKS})(?:s|'s)?(?: name)?(?: \p{L}+)? (?:is |are |was )?(?:called|named)\b`,
      'gu',
    ),
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'whoever stands behind "my … is" with a capital letter, unless it is a thing or a date',
    written:
      /\b(?:[Mm]y|[Oo]ur) (?:[\p{L}'-]+ ){1,4}(?:is|are|was) \p{Lu}\p{Ll}|^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)? is (?:my|our) /u,
    harmless: new RegExp(
      String.raw`\b(?:favou?rite\b.*|(?:${PET}|${WORKS}|${THINGS})(?:'s name)? (?:is|are|was) |(?:is|are|was) ${DATES}\b|is (?:my|our) (?:favou?rite|(?:\p{L}+ )?(?:${PET}|${WORKS}|${THINGS}))\b|^${DATES} is )`,
      'giu',
    ),
  },
  {
    kind: 'name',
    sensitivity: 'sensitive',
    about: 'a first and a last name',
    written:
      /(?<=\b(?:is|am|are|and|with|for|to|know|knows|meet|met|married|named|called) )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u,
    harmless: new RegExp(String.raw`\b(?:favou?rite|favou?rites|fan of|title|${WORKS})\b.*`, 'giu'),
  },
  {
    kind: 'place',
    sensitivity: 'sensitive',
    about: 'where the user or somebody else lives, works or comes from',
    pattern: new RegExp(
      String.raw`\b${HOME} (?:\w+ ){0,3}?${NEAR}\b|\b(?:i am|i'm|he is|she is|we are|we're|they are|comes?|came) (?:originally )?from\b|\b\d+[a-z]? (?:\p{L}+ ){1,3}${STREET}\b|\b(?:post ?code|zip code|postal code|street address|home ?town|(?:my|our|home) address|neighbou?rhood|birth ?place|hometown|home is|house is (?:in|at|on|near)|flat is (?:in|at|on|near)|office is (?:in|at|on|near))\b|\b(?:works?|worked|working|study|studies|studied) (?:at|for) (?!(?:home|night|noon|weekends|least|all|an?|the|my|myself|our|day)\b)\p{L}`,
      'u',
    ),
    harmless: new RegExp(String.raw`\b(?:moved|moving) to (?:next )?${DATES}\b`, 'g'),
  },
  {
    kind: 'place',
    sensitivity: 'sensitive',
    about: 'a street, or the way from one place to another',
    written:
      /\b\p{Lu}\p{L}+ (?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Crescent|Square|Terrace|Boulevard|Court|Gardens|Mews|Quay)\b|\bfrom \p{Lu}\p{L}+ to \p{Lu}|\b(?:[Ff]lat|[Aa]partment|[Hh]ouse|[Rr]oom) (?:is )?(?:number |no\.? )?\d|\b(?:[Ss]taying|[Ll]odging|[Ss]leeping) (?:with|at) /u,
    harmless: new RegExp(String.raw`\b(?:title|${WORKS})\b.*`, 'giu'),
  },
  {
    kind: 'place',
    sensitivity: 'sensitive',
    about: 'at a place that has a name',
    written:
      /\b(?:works?|working|stud(?:y|ies|ying)|goes to|go to|teach(?:es)?|shops?|trains?|office|school|university|gym|club)\b[^.]{0,40}? (?:at|in|to|near|for) (?:the )?\p{Lu}/u,
  },
  {
    kind: 'contact',
    sensitivity: 'sensitive',
    about: 'a mail address or a telephone number',
    pattern:
      /\b(?:phone|telephone|mobile|cell|whatsapp)(?: number)?\b|\bmy (?:\w+ )?number\b|\be-?mail(?: address)? (?:is|=|:)/,
    written: /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,}|(?:\+|\b0)\d[\d ()-]{6,}\d/,
  },
  {
    kind: 'health',
    sensitivity: 'sensitive',
    about: 'illness, care, the body',
    pattern: new RegExp(
      String.raw`\b(?:${CONDITION}|${CARE})\b|\bi weigh\b|\bmy weight\b|\bmg\b|\bin hospital\b|\bhard of hearing\b|\bhearing loss\b|\bsuffer\w* from\b|\b(?:died|dying|dead|passed away|grief)\b|\b(?:my|our|his|her) (?:\w+ )?${BODY}\b|\bmy (?:\w+ )?\w+(?:ologist|iatrist|iatrician|opath)\b`,
    ),
    harmless: /\bby heart\b|\bmy (?:back ?yard|back catalogue|handwriting|hair)\b/g,
  },
  {
    kind: 'money',
    sensitivity: 'sensitive',
    about: 'income, debts, accounts',
    pattern: new RegExp(
      String.raw`\b${MONEY}\b|\b(?:two|three|four|five|ten|twenty|a hundred|hundred|thousand) (?:pounds|euros|dollars|quid|bucks)\b|\bpaid (?:\d|[£$€])|\bmake (?:about |around )?(?:\d|[£$€])`,
    ),
    written: /[£$€]\s?\d|\b\d[\d,.]*\s?(?:£|\$|€|euros?|pounds|dollars|usd|eur|gbp)|\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/i,
  },
  {
    kind: 'family',
    sensitivity: 'sensitive',
    about: 'relatives and partners',
    pattern: new RegExp(
      String.raw`\b${FAMILY}\b|\banniversary\b|\b(?:married|divorced|widow\w*|adopted|orphan)\b|\b(?:i am|i'm|we are|we're|is|got) (?:single|engaged|separated|dating)\b`,
    ),
  },
  {
    kind: 'birth',
    sensitivity: 'sensitive',
    about: 'age and date of birth',
    pattern: /\b(?:birthday|date of birth|born|years? old|my age|turned \d|turn \d|turns \w+ in|i(?:'m| am) \d{1,3}\b)/,
  },
  {
    kind: 'belief',
    sensitivity: 'sensitive',
    about: 'faith, politics, sexuality, origin',
    pattern: new RegExp(String.raw`\b${BELIEF}\b`),
    harmless: /\bstraight (?:quotes?|lines?|edges?|apostrophes?)\b|\bbi-?(?:weekly|monthly|annual)/g,
  },
  {
    kind: 'identity',
    sensitivity: 'sensitive',
    about: 'numbers by which an office knows a person, and what it holds against him',
    pattern: new RegExp(String.raw`\b${OFFICIAL}\b`),
  },
]

/** Numbers of cards end in a digit that the others decide (Luhn), so that nine out of ten other numbers are told apart. */
function hasCheckDigit(found: string): boolean {
  const digits = found.replace(/\D/g, '')
  let total = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.charAt(digits.length - 1 - at))
    const counted = at % 2 === 0 ? digit : digit * 2
    total += counted > 9 ? counted - 9 : counted
  }
  return total % 10 === 0
}
