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

/** Faults of talking to a model. Passing troubles were retried before, so none of these asks for another try. */
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
    meaning: 'The model server took the request and then did not go on in time.',
    advice: 'Try a smaller model or a shorter prompt, or raise the limit that the message names.',
  },
  model_busy: {
    category: 'RateLimited',
    then: 'halt',
    blame: 'world',
    meaning: 'The model server has too much to do, still loads the model, or asks for fewer requests.',
    advice: 'Wait for the time that the message names, then try again.',
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
    meaning: 'The model server refused the request as it was sent, and would refuse it again.',
    advice: 'Read what the server said and change the setting, the prompt or the model.',
  },
  model_unauthorized: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'user',
    meaning: 'The model server asks for a key, or refuses the one that was sent.',
    advice: 'Put a valid key into the environment variable that the message names.',
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
    meaning: 'The model server sent more than a reply may hold, so the connection was closed.',
    advice: 'Find out why the model does not stop; the limit is max_reply_bytes in [providers].',
  },
  model_reply_unreadable: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'What the model server sent is not a reply in the form that such servers use.',
    advice: 'Check that the address belongs to a model server of the kind that was named.',
  },
  model_spec_invalid: {
    category: 'InvalidParameters',
    then: 'halt',
    blame: 'user',
    meaning: 'The words that name a model have none of the known forms.',
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
