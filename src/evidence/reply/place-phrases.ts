const NUMBER = '(?:\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\\b'
const NUMBERED = `(?:[Ss]cenes?|[Cc]hapters?) ${NUMBER}(?:(?:,|,? and|,? or|\\s?[-–]| to) ${NUMBER})*`
const THE = '(?:[Tt]he|[Yy]our|[Oo]ur|[Tt]his|[Mm]y)'
const ORDERED = `${THE} (?:first|second|third|fourth|fifth|last|opening|final) (?:scene|chapter)`
const PAPER = '(?:card|sheet|entry|profile)'
const CARD = `(?:\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?['’]s? (?:[a-z]+ )?${PAPER}|[Tt]he (?!log |diary |same |next |last |first |new |report |credit |playing )(?:[\\p{L}-]{3,20} ){1,2}${PAPER}|[Tt]he (?:[a-z]+ )?${PAPER} (?:for|of|on|about) (?!scene|chapter)(?:the )?[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?)`
/** "The lore file": whether a file is called so is known only where its name is looked up. */
const FILE =
  '[Tt]he (?:[\\p{L}-]{3,20} ){1,2}file(?! (?:format|extension|system|name|type|size))\\b(?: (?:for|of|on|about) (?:the )?\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?)?'
const PATH = '(?:[\\p{L}\\d_-]+/)*[\\p{L}\\d_-]+\\.(?:md|txt|ts|tsx|js|mjs|json|toml|ya?ml|csv|py)\\b'

/** A place that can only be one: a scene by its number, the outline, somebody's card, a file by its name. */
export const PLACE_PHRASE: string = `(?:${NUMBERED}|${ORDERED}|${THE} outline|${CARD}|${FILE}|${PATH})`

const PHRASES = new RegExp(`(?<![\\p{L}\\d/])${PLACE_PHRASE}`, 'gu')
/** One that is not said which. */
const BARE =
  /\b(?:the|this|that|her|his|their) (?:scene|chapter|card|sheet|entry|profile|file|text|document|manuscript)\b/i

/** Most sentences name no place, and this tells it sooner. */
const MAY_NAME = /scene|chapter|outline|card|sheet|entry|profile|file|\.[a-z]{2,4}\b/i

export const mayHoldPhrase = (hidden: string): boolean => MAY_NAME.test(hidden)

export const placePhrases = (hidden: string): readonly string[] =>
  MAY_NAME.test(hidden) ? (hidden.match(PHRASES) ?? []) : []

export const namesBarePlace = (hidden: string): boolean => BARE.test(hidden.replace(PHRASES, ' '))

/** Each place as one character. */
export const markPlaces = (hidden: string): string =>
  MAY_NAME.test(hidden) ? hidden.replace(PHRASES, PLACE_MARK) : hidden

export const PLACE_MARK = '\u{f8ff}'
