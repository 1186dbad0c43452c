const LOOKED_AT = 2_048 // where a page says how it is written, it says so early

/** The characters of a page, by its mark, its header, its own word, or as they fit; null if they are none. */
export function decodePage(bytes: Uint8Array, contentType: string): string | null {
  const marked = markedAs(bytes)
  const named = marked ?? charsetIn(contentType) ?? charsetIn(headOf(bytes))
  const text =
    (named === undefined ? undefined : decodedAs(bytes, named, false)) ??
    decodedAs(bytes, 'utf-8', true) ??
    decodedAs(bytes, 'windows-1252', false)
  return text === undefined || text.includes('\0') ? null : text
}

function markedAs([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

const headOf = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT)).toString('latin1')
  return (
    /<meta[^>]{0,300}charset[^>]{0,60}/i.exec(head)?.[0] ?? /^<\?xml[^>]{0,200}encoding[^>]{0,60}/.exec(head)?.[0] ?? ''
  )
}

const charsetIn = (text: string): string | undefined =>
  /(?:charset|encoding)\s*=\s*["']?(?<name>[\w.:-]{1,40})/i.exec(text)?.groups?.['name']

function decodedAs(bytes: Uint8Array, charset: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes)
  } catch {
    return undefined // no such charset, or not these characters
  }
}
