import type { PlainWord, Variables } from './plain-word.ts'

/** For words that are only printed or compared: every variable in the text that is not known stands for some text that only the run will show. */
export function withShown(text: string, variables: Variables): Variables {
  const shown = Array.from(text.matchAll(/\$\{?(\w+|\?)/g), ([, name = '']): [string, PlainWord] => [
    name,
    { value: `$${name}`, globs: false, unknown: true },
  ])
  return shown.length === 0 ? variables : new Map([...shown, ...variables])
}
