import { several } from './several.ts'

/** Around every screen. */
export const shellWords = {
  product: 'Countersign',
  nav: {
    label: 'Main',
    chat: 'Chat',
    permissions: 'Permissions',
    receipts: 'Receipts',
    attempts: 'Attempts',
    tools: 'Tools',
    policy: 'Policy',
    memory: 'Memory',
    doctor: 'Doctor',
    settings: 'Settings',
    menu: 'Menu',
    closeMenu: 'Close menu',
    conversations: 'Conversations',
    newConversation: 'New conversation',
    noConversations: 'None yet.',
    untitled: 'New conversation',
    running: 'running',
    waiting: (n: number) => `${several(n, 'question')} waiting`,
    skip: 'Skip to content',
    help: 'Keys',
    firstSteps: 'First steps',
    more: 'Show older',
    workspace: 'Workspace',
  },
  theme: { label: 'Colours', system: 'Like the system', light: 'Light', dark: 'Dark' },
  access: {
    title: 'This page needs its key',
    restarted: 'The server does not know this page any more. It was started again, or the key is too old.',
    never: 'Open the address that the terminal printed; it ends in “#code=…”. It works once.',
    refused:
      'That code was used already, or is not of this server. The terminal has printed a fresh one; the key “o” opens it.',
    label: 'Address or code from the terminal',
    open: 'Open',
    checking: 'Checking the code…',
  },
  connection: {
    lost: (tries: number) => `Server stopped. Reconnecting… (${tries})`,
    frozen: 'What you see stays readable. Nothing can be sent until it is back.',
    back: 'Connected again.',
    stopping: 'The server is stopping.',
  },
  warnings: { label: 'Loosened safety' },
} as const
