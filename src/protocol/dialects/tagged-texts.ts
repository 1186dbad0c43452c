import type { JsonObject } from '../../core/index.ts'
import { mayBeText, typedArguments } from './typed-arguments.ts'

/** Values as they stand between tags, by their keys. */
export type TaggedTexts = ReadonlyMap<string, string>

const LINES = /^(\r?\n)(?:([^]*)\1)?$/ // both breaks alike: before another `\n` a `\r` is of the text
const SECTION = /^\s*<!\[CDATA\[([^]*)\]\]>\s*$/
const SEAM = ']]><![CDATA[' // where an XML writer goes on after a `]]` that would have ended the section

/** Texts are taken as they stand; all others by their type. */
export const readTaggedTexts = (texts: TaggedTexts, parameters: JsonObject): ReturnType<typeof typedArguments> =>
  typedArguments(new Map([...texts].map(([key, text]) => [key, withoutSection(text)])), parameters)

/** Without the break behind the opening tag and the one before the closing tag, if both are there. */
export function insideLines(text: string): string | undefined {
  const found = LINES.exec(text)
  return found === null ? undefined : (found[2] ?? '')
}

/** Behind its closing tag a text may still go on; only the reply's end says that it does not. */
export const mayGoOn = (texts: TaggedTexts, parameters: JsonObject): boolean =>
  [...texts.keys()].some(key => mayBeText(parameters[key]))

/** Of a value that is nothing but a CDATA section, what stands in it. */
function withoutSection(text: string): string {
  const parts = SECTION.exec(text)?.[1]?.split(SEAM)
  return parts === undefined || parts.some(part => part.includes(']]>')) ? text : parts.join('')
}
