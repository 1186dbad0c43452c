import type { Piece } from '../scan/piece.ts'

const ATTRIBUTE = /\s([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const isOpening = ({ kind, name, text }: Piece): boolean =>
  kind === 'tag' && text.startsWith('<') && !name.startsWith('/') && !text.endsWith('/>')

/** `<f a="1" b="2"/>`: all attributes with entities decoded; undefined if one stands twice or holds its own quote. */
export function tagAttributes({ text }: Piece): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  for (const [, key = '', double, single] of text.matchAll(ATTRIBUTE)) {
    if (found.has(key)) return undefined
    found.set(
      key,
      (double ?? single ?? '').replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? ''),
    )
  }
  const left = found.size === 0 ? '' : text.replaceAll(ATTRIBUTE, '')
  return /["']/.test(left) ? undefined : found
}

export const rawText = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')
