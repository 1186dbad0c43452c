/** What the server sends is no HTTP/1.1, or nothing that can be read in one way only. */
export const unreadableAnswer = (why: string): Error => Object.assign(new Error(why), { code: 'HTTP_UNREADABLE' })
