import type { Store } from '../../core/index.ts'
import type { Deadlines } from './deadlines.ts'
import type { KnownUrls } from './known-urls.ts'
import type { WebSettings } from './settings.ts'
import type { WebRules } from './target.ts'

/** What the web tools work with. */
export type WebContext = {
  readonly settings: WebSettings
  readonly rules: WebRules
  readonly known: KnownUrls
  readonly deadlines: Deadlines
}

export type WebNeeds = { readonly settings: WebSettings; readonly store: Store }
