/** What a message may begin with to say itself what it is. */
export const PREFIXES: Readonly<Record<string, string>> = {
  chat: 'chat_only',
  recall: 'memory_read',
  remember: 'memory_write',
  forget: 'memory_write',
  search: 'lookup_search',
  browse: 'browse_once',
  discover: 'one_shot_discovery',
  story: 'story_task',
  file: 'file_task',
  read: 'file_task',
  screen: 'screen_observe',
  edit: 'file_edit',
  run: 'system_task',
}

const PREFIX = /^\s*\/([a-z]{1,16})(?=\s|$)\s*/i

export type Prefixed = { readonly prefix: string; readonly intent: string; readonly text: string }

/** `/etc/hosts` and `/unknown` are no prefixes. */
export function readPrefix(text: string): Prefixed | undefined {
  const [whole = '', word = ''] = PREFIX.exec(text) ?? []
  const prefix = word.toLowerCase()
  const intent = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined
  return intent === undefined ? undefined : { prefix: `/${prefix}`, intent, text: text.slice(whole.length) }
}
