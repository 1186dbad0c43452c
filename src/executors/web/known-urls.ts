import { type Store, hashJson } from '../../core/index.ts'

/** The URLs that a session got from a search or from the person, kept for a day for all its processes. */
export type KnownUrls = {
  readonly add: (session: string, urls: readonly string[]) => Promise<void>
  readonly has: (session: string, url: string) => Promise<boolean>
}

const TABLE = 'web_urls'
const DAY = 24 * 60 * 60 * 1_000

const keyOf = (session: string, url: string): string => hashJson([session, url])

export function createKnownUrls(store: Store): KnownUrls {
  return {
    async add(session, urls) {
      for (const url of new Set(urls))
        await store.swap(TABLE, keyOf(session, url), { expect: 'any', next: { known: true }, ttlMs: DAY })
    },
    has: async (session, url) => (await store.get(TABLE, keyOf(session, url))) !== undefined,
  }
}
