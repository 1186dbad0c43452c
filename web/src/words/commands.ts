import { several } from './several.ts'

/** Commands: what they are, what they printed, what they changed. */
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
    quiet: 'It has printed nothing yet.',
    printedNothing: 'It printed nothing.',
    errors: 'Errors it printed',
    exit: (code: number) => `exit ${code}`,
    cut: 'Beginning and end; the middle is left out.',
    rolledBack: 'All of it was put back as it was.',
    changes: (n: number) => (n === 0 ? 'It changed no file.' : `What it changed: ${several(n, 'file')}`),
    what: { created: 'created', changed: 'changed', deleted: 'deleted' },
    more: (n: number) => `and ${several(n, 'other file')}`,
  },
} as const
