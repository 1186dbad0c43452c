/** What a token may do: `use` sends messages and reads; `approve` also approves and changes settings. */
export type AccessScope = 'use' | 'approve'

/** `POST /api/login` */
export type LoginRequest = { readonly code: string }
export type LoginReply = {
  readonly token: string
  readonly scopes: readonly AccessScope[]
  readonly expires_at: string
}

/** `GET /api/me` */
export type Me = {
  readonly who: 'console' | 'key'
  readonly name: string
  readonly scopes: readonly AccessScope[]
  /** Capabilities that every turn of this key is granted; empty for a console. */
  readonly allow: readonly string[]
  /** How approval requests in this caller's turns are handled. */
  readonly approval: ApprovalHandling
}

/** `hold`: wait for a person. `return`: end the call; the request stays in the queue. `deny`: deny the call. */
export type ApprovalHandling = 'hold' | 'return' | 'deny'

/** Every failure, whatever the status. */
export type ErrorBody = {
  readonly error: {
    readonly message: string
    readonly type: ErrorType
    /** The invalid field of the request. */
    readonly param: string | null
    /** One of `GET /api/faults`. */
    readonly code: string
    readonly docs: string
    /** What to do now, in a sentence. */
    readonly advice: string
  }
}
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'api_error'

/** `GET /api/faults`, `GET /api/faults/{code}` */
export type FaultExplained = {
  readonly code: string
  readonly category: string
  /** Whom the statistics charge. */
  readonly blame: 'model' | 'policy' | 'world' | 'user'
  readonly meaning: string
  readonly advice: string
  readonly docs: string
}

/** A page of a list: pass `next_cursor` as `?cursor=`; null: no more. */
export type CursorPage = { readonly next_cursor: string | null }

/** `GET /healthz` */
export type Health = { readonly ok: boolean; readonly state: 'ready' | 'stopping' }
