import type { Order } from './door.ts'

/** What the person says where a model is asked, and what it is read as. */
const WORDS = {
  files: { intent: 'file_edit', prefix: '/edit', says: 'Please keep a note.' },
  commands: { intent: 'system_task', prefix: '/run', says: 'make' },
  pages: { intent: 'browse_once', prefix: '/browse', says: 'Please look something up.' },
} as const

export const intentOf = ({ about = 'files' }: Order): string => WORDS[about].intent
export const messageOf = ({ about = 'files', says = WORDS[about].says }: Order): string => says
export const commandOf = (order: Order): string => `${WORDS[order.about ?? 'files'].prefix} ${messageOf(order)}`
