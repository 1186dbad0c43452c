import { words } from '../words.ts'
import { visible } from './visible.ts'

const WHO: { readonly [who: string]: string } = words.router

/** Who decided what a message is about. */
export const routerWord = (decidedBy: string): string => WHO[decidedBy] ?? visible(decidedBy)
