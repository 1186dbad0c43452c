import type { FaultRow } from '../categories.ts'

export type ActingFault =
  | 'outcome_unknown'
  | 'handle_unknown'
  | 'path_blocked'
  | 'file_not_found'
  | 'file_unsuitable'
  | 'edit_mismatch'
  | 'file_changed'
  | 'undo_refused'
  | 'tool_failed'
  | 'tool_output_invalid'
  | 'tool_timeout'
  | 'tool_cancelled'
  | 'tool_busy'
  | 'tool_server_error'
  | 'tool_network'
  | 'web_blocked'
  | 'web_failed'

/** Faults of running a tool. */
export const ACTING_FAULTS: Readonly<Record<ActingFault, FaultRow>> = {
  outcome_unknown: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The call started but its outcome was never recorded, so it may or may not have run. It is not repeated.',
    advice: 'Check the target yourself, then call again as a new event.',
  },
  handle_unknown: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'model',
    meaning: 'The handle names no stored result of this session.',
    advice: 'Use a handle from a result of this session, or call the tool again.',
  },
  path_blocked: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'The path is outside the workspace, or tools may not access it.',
    advice: 'Use another file; this one is not available to you.',
    forPeople:
      'Choose a file inside the workspace. If it is inside, a rule blocks it: countersign config print --show-origin ' +
      'shows deny_read and deny_write.',
  },
  file_not_found: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'model',
    meaning: 'There is no such file or folder in the workspace.',
    advice: 'List the folder or search for the name first.',
  },
  file_unsuitable: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'model',
    meaning: 'This is not a text file, or it is too large.',
    advice: 'Choose a text file.',
    forPeople: 'Choose a smaller text file. The message says what is wrong with this one.',
  },
  edit_mismatch: {
    category: 'InvalidParameters',
    then: 'tell',
    blame: 'model',
    meaning: 'The text to replace does not occur exactly once in the file.',
    advice: 'Read the file again and copy the passage exactly, with enough of its surroundings.',
    forPeople: 'Ask again; the model should read the file first.',
  },
  file_changed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    meaning: 'The file has changed since this was planned, approved or written.',
    advice: 'Read the file again, then decide.',
  },
  undo_refused: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'This receipt has no file change that can be undone.',
    advice: 'Run countersign receipts show with the id to see what the call did.',
  },
  tool_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The tool ran and failed. Trying again will not help.',
    advice: 'Read the message and try another way.',
  },
  tool_output_invalid: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The tool returned something that is not a result.',
    advice: "Report this to the tool's author.",
  },
  tool_timeout: {
    category: 'Timeout',
    then: 'retry',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The tool did not finish in time.',
    advice: 'Try a smaller request.',
  },
  tool_cancelled: {
    category: 'Cancelled',
    then: 'halt',
    blame: 'user',
    mayHaveActed: true,
    meaning: 'The call was cancelled while it ran.',
    advice: 'Stop here.',
    forPeople: 'Nothing more runs. Ask again if you still want it.',
  },
  tool_busy: {
    category: 'RateLimited',
    then: 'retry',
    blame: 'world',
    meaning: 'The other server asked for fewer requests.',
    advice: 'Try again later.',
  },
  tool_server_error: {
    category: 'ServerError',
    then: 'retry',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The other server failed.',
    advice: 'Try again later.',
  },
  tool_network: {
    category: 'NetworkError',
    then: 'retry',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The other server could not be reached.',
    advice: 'Try again later.',
  },
  web_blocked: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'The address was not fetched: it is on this machine, in a private network, or blocked by a rule.',
    advice: 'Do not try it in another form; use another address or tell the user.',
    forPeople: 'If it is your own host, add it to allow_hosts in [web] of your own configuration.',
  },
  web_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The page could not be fetched or read. The message says why.',
    advice: 'Try another address, or answer with what you have.',
    forPeople: 'The message names the reason. The limits are in [web] of the configuration.',
  },
}
