import type { Caps } from '../core/index.ts'

/** Some numbers of a section, under their full names. */
export const capsFrom = <Key extends string>(
  section: { readonly name: string },
  values: Readonly<Record<Key, number>>,
  keys: readonly Key[],
): Caps => Object.fromEntries(keys.map(key => [`${section.name}.${key}`, values[key]]))
