/** A name from the disk on one line: line breaks and direction marks are written as their numbers. */
export const showName = (path: string): string =>
  path.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    sign => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  )
