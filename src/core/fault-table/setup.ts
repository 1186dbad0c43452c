import type { FaultRow } from '../categories.ts'

export type SetupFault =
  | 'config_invalid'
  | 'not_in_this_version'
  | 'schema_refused'
  | 'tool_duplicate'
  | 'tool_definition_invalid'
  | 'input_unreadable'
  | 'usage_invalid'

/** Faults of configuration and usage. */
export const SETUP_FAULTS: Readonly<Record<SetupFault, FaultRow>> = {
  config_invalid: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The configuration contains an unknown key or an invalid value.',
    advice: 'Fix the named place; countersign config schema shows every key.',
  },
  not_in_this_version: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The setting belongs to a feature that this version does not have.',
    advice: 'Remove the line, or leave it at its default.',
  },
  schema_refused: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning:
      "A tool's JSON Schema is broken or hostile: too deep, too large, looping, or with a pattern that cannot be " +
      'matched safely.',
    advice: 'Simplify the schema at the named place and register the tool again.',
  },
  tool_duplicate: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'Two tools have the same name, so a call could reach the wrong one.',
    advice: 'Rename one of them, or remove the alias.',
  },
  tool_definition_invalid: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'A tool definition lacks something required, such as its name or risk.',
    advice: 'Complete the definition at the named place.',
  },
  input_unreadable: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'A file or standard input could not be read, or has the wrong format.',
    advice: 'Check the path and the format of the file at the named line.',
  },
  usage_invalid: {
    category: 'InvalidParameters',
    then: 'halt',
    blame: 'user',
    meaning: 'The command has an invalid argument or option.',
    advice: 'Run the command with --help.',
  },
}
