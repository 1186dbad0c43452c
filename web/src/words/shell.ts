import { several } from './several.ts'

/** Texts of the frame around every screen. */
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
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  access: {
    title: 'Sign in',
    restarted: 'Your session has ended: the server restarted, or the session expired.',
    never: 'Open the address printed in the terminal. It ends in “#code=…” and works once.',
    refused:
      'That code was already used or is not valid here. The terminal shows a new address; press “o” there to open it.',
    label: 'Address or code from the terminal',
    open: 'Open',
    checking: 'Checking the code…',
  },
  connection: {
    lost: (tries: number) => `Server stopped. Reconnecting… (${tries})`,
    frozen: 'This page stays readable. You can send again when the server is back.',
    back: 'Connected again.',
    stopping: 'The server is stopping.',
  },
  warnings: { label: 'Loosened safety' },
} as const
