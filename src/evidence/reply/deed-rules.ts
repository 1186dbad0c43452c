// How a sentence says that something was done, as a row of tags: see deed-words.ts. What stands between is at most a few words.

export type DeedKind = 'looks' | 'changes'
export type DeedRule = {
  readonly kind: DeedKind
  readonly build: RegExp
  /** Somebody else may be meant, or nobody in particular: in talk of habits and of stories it is no claim. */
  readonly isOfOthers?: true
}

const SELF = 'S[ha]*'
/** What may follow a verb whose subject is left out; a noun at once would make it an adjective. */
const ON = '(?=[dpTQPI,:.aRrN#]|$)'
const START = '^[ia,:.]*'

const looks = (build: string): DeedRule => ({ kind: 'looks', build: new RegExp(build) })
const looksOf = (build: string): DeedRule => ({ ...looks(build), isOfOthers: true })
const changes = (build: string): DeedRule => ({ kind: 'changes', build: new RegExp(build) })

export const DEED_RULES: readonly DeedRule[] = [
  // "I (have just) deleted it", "I removed the line from scene 3", "Saved it."
  changes(`${SELF}W(?![^.,:]{0,9}[MU])`),
  changes(`${SELF}W[^.,:]{0,10}T`),
  changes(`${SELF}V[^.:]{0,12}(?:T#|\u{f8ff})`),
  changes(`${SELF}za*[wE]`),
  changes(`(?:${START}|:[ia,]*)W${ON}(?![^.,:]{0,9}M)`),
  changes(`(?:${START}|:[ia,]*)V${ON}[^.:]{0,10}T`),
  changes('[pTEU](?:hB|[bB])a*W'),
  changes('Ta*W(?=[.,:]|$)'),
  // "I (have just) checked", "I counted the files", "I have read scene 2", "I managed to open it"
  looks(`${SELF}L(?![^.,:]{0,9}M)`),
  looks(`${SELF}K(?:[^.,:]{0,9}[TRr]|[.:]|$)`),
  looks('Sa*h+a*d[oaNv]{0,3}[TRr]#?a*[LX]'),
  looks(`${SELF}X(?:[^.,:]{0,6}[TRrQ]|p|[,.:]|$)`),
  looks(`${SELF}za*[lsXG]`),
  looks('Sba*[GJx][^.,:]{0,9}[TRr]'),
  looks('Sa*s[^.,:]{0,8}I[doavN]{0,3}[Tr]'),
  // "Checked the outline.", "Result: searched everything"
  looks(`(?:${START}|:[ia,]*)L${ON}(?!Y)(?![^.,:]{0,9}M)`),
  looks(`(?:${START}|:[ia,]*)K(?:${ON}[^.,:]{0,9}[TRrl]|[PI][dovN]{0,2}[lRr])`),
  // "After checking, I …", "Looking at the file, I see", "Scanning the scenes, Hal is …", "Grepping for it gave six hits"
  looks(`${START}(?:f[aov]{0,2}[lGxJ]|Ia*[lG]),`),
  looks('fa*[GLJKXx][^.]{0,20},a*S(?!m)'),
  looks(`${START}a*(?:G|[xJ](?=[^.,:]{0,8}[TRrQ]))[^.,:]{0,10},a*S`),
  looks(`${START}a*[GxJ][^.,:Ym]{0,8}[TRrQ][^.,:Ym]{0,4},[^Ym]*$`),
  looks(`${START}a*[GxJ][^.,:Ym]{0,10}[DK]`),
  looks(`${START}a*[GxJ][^.,:Ym]{0,8}[TRrQ][^.,:Ym]{0,4}e[^.,:]{0,4}[r#pn]`),
  // "The search (for it) returned …", "My scan shows", "Results indicate", "A search was run", "The files were checked"
  looksOf('d[oavNlRTsr]{0,3}[Rrl](?:[PI][^.,:Y]{0,8}?)?[ah]*[DK]'),
  looksOf(`${START}[ovNlRTs]{0,2}r(?:[PI][^.,:Y]{0,8}?)?[ah]*[DKe]`),
  looksOf('d[oavNlRTs]{0,3}r(?:[PI][^.,:Y]{0,8}?)?a*e'),
  looksOf('[TRrl](?:[PI][^.,:]{0,4}?)?(?:hB|B)a*[LX](?!P)'),
  looksOf('ThBa*[vKVW](?!P)'),
  looksOf('[Rl](?:[PI][^.,:]{0,8}?)?(?:hB|B)a*[LXK]'),
]
