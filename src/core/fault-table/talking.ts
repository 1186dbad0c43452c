import type { FaultRow } from '../categories.ts'

export type TalkingFault =
  | 'model_unreachable'
  | 'model_timeout'
  | 'model_busy'
  | 'model_failed'
  | 'model_refused'
  | 'model_unauthorized'
  | 'model_unknown'
  | 'model_reply_too_large'
  | 'model_reply_unreadable'
  | 'model_spec_invalid'
  | 'evidence_failed'

/** Faults of talking to a model server. Temporary failures were already retried, so none of these retries. */
export const TALKING_FAULTS: Readonly<Record<TalkingFault, FaultRow>> = {
  model_unreachable: {
    category: 'NetworkError',
    then: 'halt',
    blame: 'world',
    meaning: 'Nothing answers at the address of the model server.',
    advice: 'Start the server as the message says, or choose another model.',
  },
  model_timeout: {
    category: 'Timeout',
    then: 'halt',
    blame: 'world',
    meaning: 'The model server accepted the request but did not answer in time.',
    advice: 'Try a smaller model or a shorter prompt, or raise the named limit.',
  },
  model_busy: {
    category: 'RateLimited',
    then: 'halt',
    blame: 'world',
    meaning: 'The model server is overloaded, still loading the model, or limits requests.',
    advice: 'Wait as long as the message says, then try again.',
  },
  model_failed: {
    category: 'ServerError',
    then: 'halt',
    blame: 'world',
    meaning: 'The model server failed, or closed the connection before its reply was complete.',
    advice: "Read the server's own log, then try again.",
  },
  model_refused: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The model server refused the request and would refuse it again.',
    advice: "Read the server's message, then change the setting, the prompt or the model.",
  },
  model_unauthorized: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The model server requires a key, or refused the one that was sent.',
    advice: 'Set a valid key in the environment variable that the message names.',
  },
  model_unknown: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The model server has no model of this name.',
    advice: 'Fetch the model as the message says, or use one that the server has.',
  },
  model_reply_too_large: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'The model server sent too much for one reply, so the connection was closed.',
    advice: 'Find out why the model does not stop. The limit is max_reply_bytes in [providers].',
  },
  model_reply_unreadable: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'The model server sent a reply in an unknown format.',
    advice: 'Check that the address belongs to a model server of the named kind.',
  },
  model_spec_invalid: {
    category: 'InvalidParameters',
    then: 'halt',
    blame: 'user',
    meaning: 'The model name has none of the known forms.',
    advice: 'Write the model in one of the forms that the message lists.',
  },
  evidence_failed: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'model',
    meaning:
      'What the answer claims does not hold against the files and receipts, also after one correction. It was ' +
      'withheld.',
    advice: 'Look at the findings, then ask again, for one thing at a time, or with a larger model.',
  },
}
