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

/** Faults of permissions, rules and limits. */
export const DECIDING_FAULTS: Readonly<Record<DecidingFault, FaultRow>> = {
  policy_blocked: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'A rule, a guard or the workspace forbids this call.',
    advice: 'Do not try it again; choose another way or tell the user.',
    forPeople: 'To see which rule it is, run countersign why with the tool and the message.',
  },
  permission_denied: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'The capability that this tool needs is not granted.',
    advice: 'Do not try it again; tell the user which permission is missing.',
    forPeople: 'Grant the capability for one command with --allow, or run the command in a terminal to be asked.',
  },
  confirmation_required: {
    category: 'ConfirmationRequired',
    then: 'tell',
    blame: 'policy',
    meaning: 'A person must approve this call before it runs.',
    advice: 'Wait for the approval; do not send the call in another form.',
    forPeople:
      'See the call with countersign permissions pending, then approve or deny it. Each approval covers exactly one ' +
      'call.',
  },
  approval_timeout: {
    category: 'ConfirmationRequired',
    then: 'tell',
    blame: 'policy',
    meaning: 'Nobody answered the approval request in time, so the call did not run.',
    advice: 'Tell the user that the approval has expired.',
    forPeople: 'Ask again and answer in time. approval_secs in [permissions] sets how long a request waits.',
  },
  approval_invalid: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'user',
    meaning:
      'The approval does not exist, has expired, was already used, or belongs to another call, session or workspace.',
    advice: 'Check countersign permissions pending and list, then ask for the approval again.',
  },
  quota_blocked: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'The session has used all its tool calls.',
    advice: 'Answer with what you have.',
    forPeople: 'Start a new session, or raise the named limit in your own configuration.',
  },
  rate_limited: {
    category: 'RateLimited',
    then: 'tell',
    blame: 'policy',
    meaning: 'Too many calls in a short time, in this session or to this target.',
    advice: 'Go on with something else, or wait for the time that the message names.',
    forPeople: 'Wait as long as the message says, then ask again.',
  },
  budget_spent: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'model',
    meaning: 'This turn or run has reached a limit. The message names it.',
    advice: 'Answer with what you have, and say what is missing.',
    forPeople: 'Ask for less at once, or raise the named limit in your own configuration.',
  },
  loop_override: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'model',
    meaning: 'The model repeated the same action, so it did not run again.',
    advice: 'Do something else: other arguments, another tool, or an answer.',
    forPeople: 'The model is stuck in a loop. Rephrase the request, or try another model.',
  },
  system_error: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'model',
    meaning: 'The run was stopped because it could not continue, for example because a forbidden action was repeated.',
    advice: 'Find the repeated action in the log, then change the task or the tools.',
  },
  plan_invalid: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'A destructive call must name a plan and a group of this session that are open and unchanged.',
    advice: 'Make a new plan, show it, and commit that one.',
    forPeople: 'Ask again to get a new plan.',
  },
  utility_below_threshold: {
    category: 'PolicyBlocked',
    then: 'tell',
    blame: 'policy',
    meaning: 'The call was skipped: its expected use is too low for its cost.',
    advice: 'Use the results that you have.',
    forPeople: 'This gate is off by default; [tools.utility] in your own configuration controls it.',
  },
  permit_invalid: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'policy',
    meaning: 'An executor was called without the single-use permit that the runtime issues.',
    advice: 'Call tools through the runtime only.',
  },
  turn_busy: {
    category: 'RateLimited',
    then: 'halt',
    blame: 'world',
    meaning: 'Another turn of the same agent is running. Two turns never act at the same time.',
    advice: 'Wait for the other turn to end, or stop it, then ask again.',
  },
  context_full: {
    category: 'PermanentFailure',
    then: 'halt',
    blame: 'world',
    meaning: "The prompt exceeds the model's context window, even after the conversation was compacted.",
    advice: 'Send less at once, start a new session, or use a model with a larger context window.',
  },
}
