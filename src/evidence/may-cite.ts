import { findMentions } from './reply/places.ts'
import { splitReply } from './reply/split-reply.ts'

const CLOSES = /["”»’'][\s.,;:!?)\]*_`]*$/

/**
 * May this piece of an answer carry a citation, so that people wait for the check? One with a receipt, an Evidence
 * label or a block, a quote beside a file, and a quote at its end, behind which the place may follow.
 */
export function mayCite(piece: string): boolean {
  if (/rcpt_|^\s{0,3}>/m.test(piece) || splitReply(piece).evidence.length > 0) return true
  const quotes = /["“”„«»]/.test(piece)
  return quotes && (isOpen(piece) || CLOSES.test(piece) || findMentions(piece).some(({ isFile }) => isFile))
}

const isOpen = (piece: string): boolean =>
  piece.split('"').length % 2 === 0 || piece.lastIndexOf('“') > piece.lastIndexOf('”') || /«[^»]*$/.test(piece)

const SIGNS = /["“”„«»]|(?<![\p{L}\d])['‘]\S|rcpt_|evidence|^\s{0,3}>/imu

/** Has an answer nothing by which a citation is told? */
export const citesNothing = (answer: string): boolean => !SIGNS.test(answer)
