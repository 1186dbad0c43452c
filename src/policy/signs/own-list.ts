import { phrases, says, hasSense } from '../reading/message.ts'
import type { Described } from './described.ts'

const LISTS =
  phrases(`my list|my lists|the list|this list|shopping list|grocery list|todo list|to do list|do list|wish list
    |packing list|reading list`)
const ENTRIES = phrases('todo|todos|reminder|reminders|groceries')

/** A list that is kept for the user; "a list of …" is only a form of answer. */
export const isOwnList = (c: Described): boolean =>
  hasSense(c, 'list') && !says(c, 'list of') && (says(c, ...LISTS) || (c.person.mine && says(c, ...ENTRIES)))
