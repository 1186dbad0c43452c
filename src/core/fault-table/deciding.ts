import type { FaultRow } from '../categories.ts'

export type DecidingFault =
  | 'policy_blocked'
  | 'permission_denied'
  | 'confirmation_required'
  | 'approval_timeout'
  | 'approval_invalid'
  | 'quota_blocked'
  | 'rate_limited'
  | 'loop_override'
  | 'budget_spent'
  | 'system_error'
  | 'plan_invalid'
  | 'utility_below_threshold'
  | 'permit_invalid'
  | 'turn_busy'
  | 'context_full'

/** Faults of who may. */
export const DECIDING_FAULTS: Readonly<Record<DecidingFault, FaultRow>> = {
  policy_blocked: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'A rule, a guard or the workspace itself forbids this call.',
    advice: 'Do not try it again; choose another way or tell the user.',
    forPeople: 'countersign why with the name of the tool and the message says which rule it is.',
  },
  permission_denied: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'Nobody has granted the right that this tool needs.',
    advice: 'Do not try it again; tell the user which permission is missing.',
    forPeople: 'Allow it for one command with --allow and the name of the right, or ask in a chat at a terminal.',
  },
  confirmation_required: {
    category: 'ConfirmationRequired',
    then: 'tell',
    blame: 'policy',
    meaning: 'A person must approve this very call before it runs.',
    advice: 'Wait for the approval; do not send the call in another form.',
    forPeople:
      'Look at the call with countersign permissions pending, then approve or deny it there; it holds once, for ' +
      'exactly this call.',
  },
  approval_timeout: {
    category: 'ConfirmationRequired',
    then: 'tell',
    blame: 'policy',
    meaning: 'A person was asked and did not answer in time, so the call did not run.',
    advice: 'Tell the user that the approval has expired.',
    forPeople: 'Ask again, and answer in time; approval_secs in [permissions] says how long a question waits.',
  },
  approval_invalid: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'user',
    meaning:
      'The approval does not exist, has expired, was used already, or belongs to another call, session or workspace.',
    advice: 'Look at countersign permissions pending and list, and ask for the approval again.',
  },
  quota_blocked: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'The session has used all the tool calls that it may make.',
    advice: 'Answer with what you have.',
    forPeople: 'Begin a new session, or raise the limit that the message names in your own configuration.',
  },
  rate_limited: {
    category: 'RateLimited',
    then: 'tell',
    blame: 'policy',
    meaning: 'Too many calls in a short time, in this session or on this target.',
    advice: 'Go on with something else, or wait for the time that the message names.',
    forPeople: 'Wait for the time that the message names, then ask again.',
  },
  budget_spent: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'model',
    meaning: 'A limit of this turn or run is reached; the message names it.',
    advice: 'Answer with what you have, and say what is missing.',
    forPeople: 'Ask for less at once, or raise the limit that the message names in your own configuration.',
  },
  loop_override: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'model',
    meaning: 'The same action came again and again, so it did not run this time.',
    advice: 'Do something else: other arguments, another tool, or an answer.',
    forPeople: 'The model repeated itself and was told so. Ask in other words, or try another model.',
  },
  system_error: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'model',
    meaning:
      'The run was stopped, because it could not go on: the same action was repeated after it had been forbidden.',
    advice: 'Read the repeated action in the log and change the task or the tools.',
  },
  plan_invalid: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'A destructive call must name a plan and a group of this session that are still open and unchanged.',
    advice: 'Make a new plan, show it, and commit that one.',
    forPeople: 'Ask again, so that a new plan is made and shown.',
  },
  utility_below_threshold: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'The call promises too little for what it costs, so it was skipped.',
    advice: 'Use the results that you have.',
    forPeople: 'The gate is off by default; [tools.utility] in your own configuration sets it.',
  },
  permit_invalid: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'policy',
    meaning: 'An executor was reached without the single-use permit that the path gives out.',
    advice: 'Call tools through the runtime only.',
  },
  turn_busy: {
    category: 'RateLimited',
    then: 'halt',
    blame: 'world',
    meaning: 'Another turn of the same agent is under way, and two of them never act at once.',
    advice: 'Wait until the other turn has ended, or stop it, and ask again.',
  },
  context_full: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: 'What the model would have to read is longer than it can, even after the conversation was compacted.',
    advice: 'Send less at once, begin a new session, or use a model that reads more.',
  },
}
