/** As a shell takes it for one word. */
export const shellWord = (text: string): string => (/^[\w.:/@-]+$/.test(text) ? text : quoted(text))

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
