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

/** Faults of requests over HTTP, before or beside what they ask for. */
export const SERVING_FAULTS: Readonly<Record<ServingFault, FaultRow>> = {
  request_invalid: {
    category: 'InvalidParameters',
    then: 'tell',
    blame: 'user',
    meaning:
      'The request is not what this endpoint takes: it is no JSON, a field is missing, or one is there that ' +
      'nobody knows.',
    advice: 'Correct the request; GET /api/openapi.json describes it.',
  },
  access_required: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'user',
    meaning: 'The request came without a token, or with one that this server does not know.',
    advice:
      'Open the page from the address that countersign serve prints, or send an API key as Authorization: Bearer.',
  },
  access_denied: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'user',
    meaning: 'The token is known and may not do this: its scope does not cover it.',
    advice: 'Use a token with the scope approve, or let a person do it in the console.',
  },
  origin_refused: {
    category: 'PolicyBlocked',
    then: 'halt',
    blame: 'user',
    meaning: 'The request came from another page, or under another name than this server has.',
    advice: 'Open the console under the printed address; a program must send Host 127.0.0.1 with the port.',
  },
  resource_unknown: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'There is nothing under this address, or no longer.',
    advice: 'Look at the list that it came from, or at GET /api/openapi.json.',
  },
  request_too_large: {
    category: 'InvalidParameters',
    then: 'tell',
    blame: 'user',
    meaning: 'The body, the headers or the address are longer than the server takes.',
    advice: 'Send less: a message has at most one megabyte.',
  },
  request_timeout: {
    category: 'Timeout',
    then: 'tell',
    blame: 'user',
    meaning: 'The request did not arrive whole in the time that it may take.',
    advice: 'Send it again.',
  },
  idempotency_conflict: {
    category: 'PermanentFailure',
    then: 'tell',
    blame: 'user',
    meaning: 'The same Idempotency-Key came before with another request.',
    advice: 'Use a new key for a new request.',
  },
  server_stopping: {
    category: 'ServerError',
    then: 'halt',
    blame: 'world',
    meaning: 'The server is on its way down and takes nothing new.',
    advice: 'Start it again, then repeat the request.',
  },
}
