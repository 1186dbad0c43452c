import type { FaultRow } from '../categories.ts'

export type ServingFault =
  | 'request_invalid'
  | 'access_required'
  | 'access_denied'
  | 'origin_refused'
  | 'resource_unknown'
  | 'request_too_large'
  | 'request_timeout'
  | 'idempotency_conflict'
  | 'server_stopping'

/** Faults of HTTP requests themselves. */
export const SERVING_FAULTS: Readonly<Record<ServingFault, FaultRow>> = {
  request_invalid: {
    category: 'InvalidParameters',
    then: 'tell',
    blame: 'user',
    meaning: 'The request is invalid: it is not JSON, a field is missing, or a field is unknown.',
    advice: 'Fix the request; GET /api/openapi.json describes it.',
  },
  access_required: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'user',
    meaning: 'The request has no token, or one that this server does not know.',
    advice:
      'Send an API key as Authorization: Bearer, or open the console with the address that countersign serve prints.',
  },
  access_denied: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'user',
    meaning: 'The scope of this token does not allow this.',
    advice: 'Use a token with the scope approve, or do it in the console.',
  },
  origin_refused: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'user',
    meaning: 'The request came from a foreign page, or names another host.',
    advice: 'Programs must send Host 127.0.0.1 with the port. Open the console with the printed address.',
  },
  resource_unknown: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'There is nothing at this address, or not any more.',
    advice: 'Check the list it came from, or GET /api/openapi.json.',
  },
  request_too_large: {
    category: 'InvalidParameters',
    then: 'tell',
    blame: 'user',
    meaning: 'The body, the headers or the address are too long.',
    advice: 'Send less: a message may have at most one megabyte.',
  },
  request_timeout: {
    category: 'Timeout',
    then: 'tell',
    blame: 'user',
    meaning: 'The request did not arrive completely in time.',
    advice: 'Send it again.',
  },
  idempotency_conflict: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'This Idempotency-Key was already used for another request.',
    advice: 'Use a new key for a new request.',
  },
  server_stopping: {
    category: 'ServerError',
    then: 'halt',
    blame: 'world',
    meaning: 'The server is stopping and takes no new requests.',
    advice: 'Restart it, then repeat the request.',
  },
}
