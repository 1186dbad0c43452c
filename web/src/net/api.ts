import type { ErrorBody } from 'shapes'

/** Why a request failed, in words that can be shown. `status` 0: no answer. */
export type Failure = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly advice: string
  readonly docs: string | null
}
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

export type Api = {
  readonly get: <T>(path: string, query?: Query) => Promise<Answer<T>>
  readonly send: <T>(method: Method, path: string, body?: object) => Promise<Answer<T>>
  /** Replaces a value if it has not changed since it was read. */
  readonly replace: <T>(path: string, body: object, version: string) => Promise<Answer<T>>
  /** The raw response, for streams and downloads. */
  readonly open: (
    path: string,
    options?: { readonly headers?: HeaderMap; readonly signal?: AbortSignal },
  ) => Promise<Response>
}
export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Query = { readonly [name: string]: string | number | undefined | null }
type HeaderMap = { readonly [name: string]: string }

export type ApiOptions = {
  readonly token: () => string | null
  /** Called when the token is unknown: the server restarted. */
  readonly onRefused: () => void
  readonly fetch: typeof fetch
}

export function createApi({ token, onRefused, fetch }: ApiOptions): Api {
  const headers = (more: HeaderMap = {}): HeaderMap => {
    const known = token()
    return { ...more, ...(known !== null && { Authorization: `Bearer ${known}` }) }
  }
  const ask = async <T>(path: string, init: RequestInit): Promise<Answer<T>> => {
    const answer = await exchange<T>(() => fetch(path, init))
    if (!answer.ok && answer.error.status === 401) onRefused()
    return answer
  }
  return {
    get: async (path, query) =>
      ask(withQuery(path, query), { headers: headers({ Accept: 'application/json' }), cache: 'no-store' }),
    send: async (method, path, body) =>
      ask(path, {
        method,
        headers: headers({
          'Idempotency-Key': crypto.randomUUID(),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    replace: async (path, body, version) =>
      ask(path, {
        method: 'PUT',
        headers: headers({
          'Idempotency-Key': crypto.randomUUID(),
          'Content-Type': 'application/json',
          'If-Match': version,
        }),
        body: JSON.stringify(body),
      }),
    open: async (path, options = {}) => {
      const init = {
        headers: headers(options.headers),
        cache: 'no-store' as const,
        ...(options.signal && { signal: options.signal }),
      }
      const response = await fetch(path, init)
      if (response.status === 401) onRefused()
      return response
    },
  }
}

export function withQuery(path: string, query: Query = {}): string {
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

async function exchange<T>(request: () => Promise<Response>): Promise<Answer<T>> {
  try {
    const response = await request()
    return response.ok
      ? { ok: true, value: await bodyOf<T>(response) }
      : { ok: false, error: await failureOf(response) }
  } catch {
    return { ok: false, error: NOBODY }
  }
}

const NOBODY: Failure = {
  status: 0,
  code: 'server_unreachable',
  message: 'The server does not answer.',
  advice: 'Look at the terminal in which it was started; the page goes on by itself as soon as it is back.',
  docs: null,
}

async function bodyOf<T>(response: Response): Promise<T> {
  const value: unknown = response.status === 204 ? null : await response.json()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build
  return value as T
}

export async function failureOf(response: Response): Promise<Failure> {
  const { status } = response
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above; anything else ends in the catch
    const { error } = (await response.json()) as ErrorBody
    return { status, code: error.code, message: error.message, advice: error.advice, docs: error.docs }
  } catch {
    return {
      status,
      code: 'system_error',
      message: `The server answered ${status} and did not say why.`,
      advice: 'Try again.',
      docs: null,
    }
  }
}
