import { QUOTE_OPENERS } from './reply/quote-marks.ts'
import { splitReply } from './reply/split-reply.ts'

/** Characters that nobody sees; in the midst of a word they only serve to hide it. */
const INVISIBLE = /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u034f|\ufe0e|\ufe0f/g

export const dropInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** What opens a quote (an apostrophe inside a word does not), a quoted block, and the beginning of a receipt. */
const SIGNS = new RegExp(`[${QUOTE_OPENERS.wide}]|(?<![\\p{L}\\d])[${QUOTE_OPENERS.single}]\\S|^\\s{0,3}>|rcpt_`, 'imu')

/**
 * May this text, a whole answer or a piece of one, carry a citation? People do not read on from there until all is
 * checked: the place may stand anywhere behind, so the first sign decides.
 */
export function mayCite(text: string): boolean {
  const plain = dropInvisible(text)
  return SIGNS.test(plain) || splitReply(plain).evidence.length > 0
}
