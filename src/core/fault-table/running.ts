import type { FaultRow } from '../categories.ts'

export type RunningFault =
  | 'command_blocked'
  | 'command_refused'
  | 'command_failed'
  | 'sandbox_unavailable'
  | 'sandbox_denied'
  | 'effect_not_allowed'
  | 'snapshot_failed'
  | 'rollback_incomplete'

/** Faults of running commands. */
export const RUNNING_FAULTS: Readonly<Record<RunningFault, FaultRow>> = {
  command_blocked: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'The command holds something that never runs here, whoever asks for it and whatever was granted.',
    advice: 'Write it without the named part, as a plain command, or use another tool.',
  },
  command_refused: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    mayHaveActed: true,
    meaning: 'The program was found and could not be executed (exit code 126).',
    advice: 'Call a program that may be executed; do not try this one again.',
  },
  command_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'model',
    mayHaveActed: true,
    meaning:
      'The command ended with an error that trying again will not change: no such program or file, or no right to it.',
    advice: 'Read stderr, correct the name or the path, and send another command.',
  },
  sandbox_unavailable: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    meaning: 'There is no sandbox on this system, and no command runs without one unless its owner says so.',
    advice: 'Install bubblewrap, or switch the sandbox off in your own configuration: countersign doctor says how.',
  },
  sandbox_denied: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    mayHaveActed: true,
    meaning:
      'The sandbox did not let the command do this: use the network, write to a closed place, or use more than ' +
      'its share.',
    advice: 'This is a rule and no trouble of the machine; do it without, or ask the user.',
  },
  effect_not_allowed: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning:
      'The command changed or removed files that existed, which nobody had allowed, so all that it did was taken back.',
    advice: 'Let it write to new files only, or ask the user to approve the command.',
  },
  snapshot_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    meaning: 'What the command may change could not be copied first, so it did not run.',
    advice: 'Make room or raise the limit that the message names, or ask the user to approve the command.',
  },
  rollback_incomplete: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'Files could not all be put back as they were before a command.',
    advice: 'Look at the named files yourself before anything else is run.',
  },
}
