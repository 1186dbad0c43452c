import { several } from './several.ts'

/** Texts of shell commands. */
export const commandsWords = {
  command: {
    label: 'Command',
    folder: (folder: string) => `in ${folder}`,
    sandbox: {
      bwrap: 'in a sandbox: this folder only, no network',
      off: 'WITHOUT A SANDBOX',
    } as { readonly [profile: string]: string },
    output: 'Output',
    live: 'Output so far',
    quiet: 'No output yet.',
    printedNothing: 'No output.',
    errors: 'Error output',
    exit: (code: number) => `exit ${code}`,
    cut: 'Start and end only; the middle is omitted.',
    rolledBack: 'All changes were rolled back.',
    changes: (n: number) => (n === 0 ? 'No files changed.' : `Changed: ${several(n, 'file')}`),
    what: { created: 'created', changed: 'changed', deleted: 'deleted' },
    more: (n: number) => `and ${several(n, 'more file')}`,
  },
} as const
