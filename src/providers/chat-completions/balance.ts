export type Balance = {
  readonly add: (text: string) => void
  /** One whole object stands there: every brace that was opened is closed. */
  readonly isClosed: () => boolean
}

/** Follows braces and quotes through the pieces of an object, each character once, so that nothing has to be parsed again and again. */
export function createBalance(): Balance {
  let depth = 0
  let begun = false
  let inString = false
  let escaped = false
  const step = (character: string): void => {
    if (escaped) escaped = false
    else if (inString) {
      if (character === '\\') escaped = true
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      depth += 1
      begun = true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return {
    add(text) {
      for (const character of text) step(character)
    },
    isClosed: () => begun && depth <= 0 && !inString,
  }
}
