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

/** Faults of what a tool did. */
export const ACTING_FAULTS: Readonly<Record<ActingFault, FaultRow>> = {
  outcome_unknown: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    mayHaveActed: true,
    meaning:
      'The call began and its end was never recorded, so it may have happened or not. It is not repeated by itself.',
    advice: 'Look at the target yourself, then call again as a new event.',
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
    meaning: 'The path leads out of the workspace, or to a place that tools may not touch.',
    advice: 'Use another file; this one is not available to you.',
    forPeople:
      'Name a file inside the workspace. If it is one, a rule closes it: countersign config print --show-origin ' +
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
    meaning: 'The thing at this path is not a text file of a size that can be handled.',
    advice: 'Choose a text file.',
    forPeople: 'Choose a text file of a smaller size; the message names what is wrong with this one.',
  },
  edit_mismatch: {
    category: 'InvalidParameters',
    then: 'tell',
    blame: 'model',
    meaning: 'The text to replace does not stand in the file exactly once.',
    advice: 'Read the file again and copy the passage exactly, with enough of its surroundings.',
    forPeople: 'Ask again; the model should read the file first.',
  },
  file_changed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    meaning: 'The file is no longer what it was when this was planned, approved or written.',
    advice: 'Read the file again and decide anew.',
  },
  undo_refused: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'This receipt is no file change that can be taken back.',
    advice: 'Run countersign receipts show with the id to see what the call did.',
  },
  tool_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The tool ran and failed for a reason that trying again will not change.',
    advice: 'Read the message and try another way.',
  },
  tool_output_invalid: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The tool returned something that is not a result.',
    advice: 'Report this to whoever wrote the tool.',
  },
  tool_timeout: {
    category: 'Timeout',
    then: 'retry',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The tool did not finish in its time.',
    advice: 'Try a smaller request.',
  },
  tool_cancelled: {
    category: 'Cancelled',
    then: 'halt',
    blame: 'user',
    mayHaveActed: true,
    meaning: 'The call was cancelled while it ran.',
    advice: 'Stop here.',
    forPeople: 'Nothing more happens. Ask again when you want it done.',
  },
  tool_busy: {
    category: 'RateLimited',
    then: 'retry',
    blame: 'world',
    meaning: 'The other side asked for fewer requests.',
    advice: 'Try again later.',
  },
  tool_server_error: {
    category: 'ServerError',
    then: 'retry',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The other side failed.',
    advice: 'Try again later.',
  },
  tool_network: {
    category: 'NetworkError',
    then: 'retry',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The other side could not be reached.',
    advice: 'Try again later.',
  },
  web_blocked: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning:
      'The address is not fetched: it leads to this machine, to a private network, or to something that is closed.',
    advice: 'Do not try it in another form; use another address or tell the user.',
    forPeople: 'If it is a host of your own, name it under allow_hosts in [web] of your own configuration.',
  },
  web_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'world',
    mayHaveActed: true,
    meaning: 'The page could not be had, or not be read: the message says why.',
    advice: 'Try another address, or answer with what you have.',
    forPeople: 'The message says what is in the way; the limits stand under [web] in the configuration.',
  },
}
