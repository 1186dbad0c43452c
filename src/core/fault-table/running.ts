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
    meaning: 'The command contains something that never runs here, no matter who asks or what is granted.',
    advice: 'Write it without the named part, as a plain command, or use another tool.',
  },
  command_refused: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    mayHaveActed: true,
    meaning: 'The program was found but could not be executed (exit code 126).',
    advice: 'Call a program that may be executed; do not try this one again.',
  },
  command_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'model',
    mayHaveActed: true,
    meaning: 'The command failed: the program or file does not exist or is not accessible. Trying again will not help.',
    advice: 'Read stderr, correct the name or the path, and send another command.',
  },
  sandbox_unavailable: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    meaning: 'This system has no sandbox. Commands run without one only if your own configuration allows it.',
    advice: 'Install bubblewrap, or switch the sandbox off in your own configuration: countersign doctor says how.',
  },
  sandbox_denied: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    mayHaveActed: true,
    meaning:
      'The sandbox blocked the command: it used the network, wrote to a protected place, or exceeded its limits.',
    advice: 'This is a rule and no trouble of the machine; do it without, or ask the user.',
  },
  effect_not_allowed: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning:
      'The command did what nobody had allowed, such as changing existing files, so all its changes were rolled back.',
    advice: 'Let it write to new files only, or ask the user to approve the command.',
  },
  snapshot_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    meaning: 'The command did not run, because the files it may change could not be copied first.',
    advice: 'Make room or raise the limit that the message names, or ask the user to approve the command.',
  },
  rollback_incomplete: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'Not all files could be restored after a command.',
    advice: 'Check the named files yourself before you run anything else.',
  },
}
