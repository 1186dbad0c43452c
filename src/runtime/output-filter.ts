import type { Workspace } from '../core/index.ts'
import type { OutputFilter } from './call/call-parts.ts'

export type FilterOptions = { readonly key: Uint8Array; readonly secrets: readonly string[]; readonly workspace: Workspace }

export function createOutputFilter(_options: FilterOptions): OutputFilter {
  return { text: text => text, json: value => value }
}
