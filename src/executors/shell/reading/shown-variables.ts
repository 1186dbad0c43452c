import type { PlainWord, Variables } from './plain-word.ts'

/** No such variable is handed to a command, but a request to see one is better asked. */
const SECRET = /token|secret|passw|credential|auth|(?:^|_)key/i

/** For words that are only printed or compared: an unknown variable stands for text that only the run will show. */
export function withShown(text: string, variables: Variables): Variables {
  const names = Array.from(text.matchAll(/\$\{?(\w+|\?)/g), ([, name = '']) => name).filter(name => !SECRET.test(name))
  const shown = names.map((name): [string, PlainWord] => [name, { value: `$${name}`, globs: false, unknown: true }])
  return shown.length === 0 ? variables : new Map([...shown, ...variables])
}
