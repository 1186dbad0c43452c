/** `text/html; charset=utf-8` → `text/html`; empty if nothing was said. */
export const mediaTypeOf = (contentType: string): string => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()

const TEXTS: ReadonlySet<string> = new Set([
  '', // nothing was said: it is looked at
  'application/json',
  'application/ld+json',
  'application/xml',
  'application/xhtml+xml',
  'application/javascript',
  'application/x-javascript',
  'application/ecmascript',
  'application/x-ndjson',
  'application/jsonl',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-sh',
  'application/rtf',
])

export const isTextType = (mediaType: string): boolean =>
  mediaType.startsWith('text/') || TEXTS.has(mediaType) || /\+(?:json|xml)$/.test(mediaType)

export const isHtml = (mediaType: string): boolean => mediaType === 'text/html' || mediaType === 'application/xhtml+xml'
