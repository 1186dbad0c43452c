const parameter = (index: number): string => `<parameter name="p${index}">some value</parameter>\n`
const filled = (size: number, unit: string): string => unit.repeat(Math.ceil(size / unit.length))

/** Replies that are no plain call and give a reader much to try; each for any size. */
export const HARD_REPLIES: Readonly<Record<string, (size: number) => string>> = {
  'prose with brackets': size => filled(size, 'as {so} in [that] case. '),
  'open brackets only': size => filled(size, '{['),
  'wrong calls, one after the other': size => filled(size, '{"name":"save_chapter","arguments":{"txet":1}}\n'),
  'a Python call with long text': size => `save_chapter(text='${filled(size, "it is a {line}, \\'quoted\\'. ")}')`,
  'a tagged call with long text': size =>
    `<invoke name="save_chapter"><parameter name="text">${filled(size, 'a <b>bold</b> word ')}</parameter></invoke>`,
  'a tagged call with many arguments': size =>
    `<invoke name="save_chapter">${Array.from({ length: Math.ceil(size / 46) }, (_, index) => parameter(index)).join('')}</invoke>`,
  'start tags only': size => filled(size, '<tool_call>'),
}
