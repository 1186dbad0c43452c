/** What comes in pieces: said again as a whole when it is complete, so it need not be kept beyond its turn. */
const PIECES: ReadonlySet<string> = new Set(['attempt.output.delta', 'message.delta', 'tool.output.delta'])

export const isPiece = (type: string): boolean => PIECES.has(type)
