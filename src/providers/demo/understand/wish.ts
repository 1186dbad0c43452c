/** What a person wants, as far as it was understood. */
export type Wish =
  | { readonly kind: 'talk'; readonly about: Talk }
  /** `what`: scenes, files, times …; with a term, only those that mention it. */
  | { readonly kind: 'count'; readonly what: string; readonly term?: string; readonly folder?: string }
  | { readonly kind: 'find'; readonly term: string; readonly what?: string }
  | { readonly kind: 'about'; readonly term: string }
  | { readonly kind: 'ask'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly folder?: string; readonly what?: string }
  | { readonly kind: 'read'; readonly file: string; readonly topic?: string; readonly measure?: 'words' | 'lines' }
  | {
      readonly kind: 'replace'
      readonly old: string
      readonly fresh: string
      readonly file?: string
      readonly everywhere: boolean
    }
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'use'; readonly slot: 'command' | 'url'; readonly value: string }

export type Talk = 'greeting' | 'thanks' | 'farewell' | 'identity' | 'abilities' | 'removal' | 'personal' | 'unclear'
