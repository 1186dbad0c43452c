/** What stands before a statement and says nothing itself. */
const LEAD_IN =
  /^(?:hi|hello|hey|ok|okay|well|so|also|and|but|plus|btw|by the way|fyi|for the record|for context|for your information|just so you know|to be clear|actually|anyway|oh|yes|yeah|yep|sure|please|thanks|thank you|heads up|just|one more thing|you should know(?: that)?|i'd like you to know(?: that)?|i want you to know(?: that)?|there|again)(?:[\s,:!.-]{1,4}|$)/i

const ASKING = String.raw`(?:(?:please|kindly|can you|could you|would you|will you|i want you to|i need you to|i'd like you to|i would like you to|you should|you must|always|also|just) ){0,4}`
const KEEPING = String.raw`(?:(?:remember|memori[sz]e|keep in mind|bear in mind|never forget|don't forget|do not forget)(?: (?:that|the fact that|the following|for later|for me|for next time|(?:this|these)(?=[\s]?[:,-])|(?:this|that)$)){0,2}|(?:note|take note|make (?:a |an )?(?:mental )?note|take a note|make note|write down|jot down)(?: (?:of the fact that|that|the following|of|(?:this|these)(?=[\s]?[:,-])))|(?:commit|save|store|add|put|keep|write|jot|note)(?: (?:this|that|it|down)){0,2} (?:to|in|into) (?:your |the )?memory(?: that)?|for (?:future|later) reference)`
const EXPLICIT = new RegExp(String.raw`^${ASKING}${KEEPING}(?<colon>[\s,:-]{1,4}|$)`, 'i')
const NOTE_COLON = /^(?:note|remember)\s?:\s{1,3}/i
/** "remember when …", "remember to …", "remember me": nothing is told. */
const NO_CONTENT =
  /^(?:when|how|what|who|whom|why|where|which|whether|if|time|times|the time|the day|me|us|him|her|it|them|that|those|everything|to|not|your place|yourself|(?:this|these)(?! [\p{L} ]{1,30}:))(?:\s|$)/iu
/** A person does not call himself the user, and what the assistant should be is no fact about anybody. */
const NOT_FROM_A_PERSON =
  /\b(?:the|this) user\b|^(?:you|your (?:task|job|role|instructions?|goal|rules?)|the assistant|assistant|the ai|ai)\b/i
const QUESTION_TO_REMEMBER = /^(?:please )?(?:can|could|would|will) you\b/i
/** "can you remember my name" asks, "can you remember my name is Jo" tells. */
const STATES =
  /^(?:i|we|i'm|we're)\s|\s(?:is|are|was|will|has|have|am|can|likes?|prefers?|needs?|does|goes|starts|ends)\s|\d|:/i
const LASTING =
  /^(?:from now on|from today on|from here on|going forward|in future|in the future|henceforth)\b[\s,]{1,3}\S|\S\s(?:from now on|going forward|in future)$/i

export type Told = {
  /** How many characters of the clause are no part of what is told. */
  readonly skip: number
  readonly explicit: boolean
  /** Nothing follows the "remember:", so it holds for what stands below. */
  readonly opensList?: true
}

export const isLasting = (text: string): boolean => LASTING.test(text)

/** Leads past greetings and "remember that"; undefined when the clause tells nothing. */
export function toldIn(text: string, asked: boolean): Told | undefined {
  const skip = leadInLength(text)
  const rest = plain(text.slice(skip))
  const match = EXPLICIT.exec(rest) ?? NOTE_COLON.exec(rest)
  if (!match) return asked ? undefined : { skip, explicit: false }
  if (asked && !QUESTION_TO_REMEMBER.test(rest)) return undefined
  const inner = skip + match[0].length
  const content = rest.slice(match[0].length)
  if (content === '') return { skip: inner, explicit: true, opensList: true }
  if (NO_CONTENT.test(content) || NOT_FROM_A_PERSON.test(content)) return undefined
  if (QUESTION_TO_REMEMBER.test(rest) && !STATES.test(content)) return undefined
  return { skip: inner + leadInLength(text.slice(inner)), explicit: true }
}

const MAX_LEAD_INS = 5

/** How many characters of greetings stand at the start. */
export function leadInLength(text: string): number {
  let at = 0
  for (let count = 0; count < MAX_LEAD_INS; count++) {
    const found = LEAD_IN.exec(plain(text.slice(at)))?.[0].length ?? 0
    if (found === 0) break
    at += found
  }
  return at
}

/** One kind of apostrophe; the length stays. */
export const plain = (text: string): string => text.replace(/[’‘ʼ´]/g, "'")
