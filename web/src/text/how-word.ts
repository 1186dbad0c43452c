import { words } from '../words.ts'
import { visible } from './visible.ts'

const HOW: { readonly [how: string]: string } = words.how

/** How a decision came about, in words; a gate's own name is left as it is. */
export const howWord = (decidedBy: string): string => HOW[decidedBy] ?? visible(decidedBy)
