import type { PlainCommand } from '../reading/read-simple.ts'

/** Words that a command begins with, and what a person has decided about such commands. */
export type PrefixRule = { readonly prefix: readonly string[]; readonly action: 'allow' | 'ask' }

export type PrefixRules = { readonly find: (command: PlainCommand) => PrefixRule | undefined }

export const NO_RULES: PrefixRules = { find: () => undefined }
