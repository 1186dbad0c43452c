const OWNED = /\b(?:her|his|their) (?:own )?(card|sheet|entry|profile)\b/i
const OWNER =
  /(?:^|\s)(?!(?:The|This|That|His|Her|She|And|But|Its|Yes|See|As|On|In|According)\b)(\p{Lu}\p{L}{2,})(?=['’]s\s|[\s,.;:])/u

export const namesOwnCard = (hidden: string): boolean => OWNED.test(hidden)

/** "Dorrit's brother is Hal; her card says so": it is Dorrit's. */
export function withOwner(hidden: string): string {
  const owner = OWNED.test(hidden) ? OWNER.exec(hidden)?.[1] : undefined
  return owner === undefined ? hidden : hidden.replace(OWNED, `${owner}'s $1`)
}
