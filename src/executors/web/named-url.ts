const MENTION = /(?<![\w@])(?:https?:\/\/|www\.)[^\s<>"]+/gi
const CLOSING = /[)\]}.,;:!?'`*_~|]$/
const MOST_CLOSINGS = 8
const MAX_URL = 4_096

/** Does this very URL stand in what the person wrote? A longer one that merely begins like it is another. */
export function isNamedIn(url: URL, messages: readonly string[]): boolean {
  const wanted = addressOf(url)
  return messages.some(message => {
    for (const [mention] of message.matchAll(MENTION)) if (readings(mention).some(each => each === wanted)) return true
    return false
  })
}

/** The part behind `#` is never sent. */
export function addressOf(url: URL): string {
  const copy = new URL(url)
  copy.hash = ''
  return copy.href
}

/** A sentence goes on behind a URL without a space: each closing sign may belong to the one or to the other. */
function readings(mention: string): readonly string[] {
  const found: string[] = []
  let text = mention.length <= MAX_URL ? mention : ''
  for (let closings = 0; text !== '' && closings <= MOST_CLOSINGS; closings++) {
    const whole = /^www\./i.test(text) ? `https://${text}` : text
    if (URL.canParse(whole)) found.push(addressOf(new URL(whole)))
    text = CLOSING.test(text) ? text.slice(0, -1) : ''
  }
  return found
}
