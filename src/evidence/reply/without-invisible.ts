/** Characters that nobody sees; in the midst of a word they only serve to hide it. */
const INVISIBLE = /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u034f|\ufe0e|\ufe0f/g

/** The reply as it is read: a receipt, a label or a quote with something invisible in it is still one. */
export const withoutInvisible = (reply: string): string => reply.replace(INVISIBLE, '')
