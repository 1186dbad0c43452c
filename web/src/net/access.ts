import type { LoginReply } from 'shapes'

const KEY = 'countersign.token'

export type Access = {
  readonly token: () => string | null
  readonly forget: () => void
  /** Exchanges a code, or an address with one, for a token; false if the server refuses it. */
  readonly exchange: (code: string) => Promise<boolean>
}

/** Keeps the token in this tab only, as long as the tab lives. */
export function createAccess(storage: Storage, request: typeof fetch): Access {
  return {
    token: () => storage.getItem(KEY),
    forget: () => storage.removeItem(KEY),
    exchange: async code => {
      const token = await login(codeIn(code), request)
      if (token !== null) storage.setItem(KEY, token)
      return token !== null
    },
  }
}

/** A whole address, its fragment, or the code alone. */
export function codeIn(text: string): string {
  return /code=([\w-]+)/.exec(text)?.[1] ?? text.trim()
}

async function login(code: string, request: typeof fetch): Promise<string | null> {
  try {
    const response = await request('/api/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    if (!response.ok) return null
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build
    return ((await response.json()) as LoginReply).token
  } catch {
    return null
  }
}
