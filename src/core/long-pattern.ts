/** A pattern too long for one line: line breaks and the spaces that begin a line are no part of it. */
export const longPattern =
  (flags = '') =>
  ({ raw }: TemplateStringsArray): RegExp =>
    new RegExp(raw.join('').replaceAll(/\n\s*/g, ''), flags)
