/** A name from the disk on one line: whatever could pass for a line break or turn the text around is written as its number. */
export const showName = (path: string): string =>
  path.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    sign => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  )
