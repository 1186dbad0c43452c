import { type Json, isJsonList, isJsonObject } from '../../core/index.ts'

/** `example.org, 2 redirects, 14 KB`: host, redirects and size of a download; undefined if there was none. */
export function transferWords(data: Json | null): string | undefined {
  const transfer = isJsonObject(data) ? data['transfer'] : undefined
  if (!isJsonObject(transfer) || typeof transfer['host'] !== 'string') return undefined
  const { host, redirects, downloaded_bytes: bytes } = transfer
  const ways = isJsonList(redirects) ? redirects.length : 0
  const by = ways === 0 ? [] : [`${ways} redirect${ways === 1 ? '' : 's'}`]
  return [host, ...by, ...(typeof bytes === 'number' ? [sizeWords(bytes)] : [])].join(', ')
}

function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
