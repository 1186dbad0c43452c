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
const ON = '(?=[dpTOQPI,:.aRrN#]|$)'
const START = '^[ia,:.]*'
const HERE = `(?:${START}|:[ia,]*)`
/** Something that can be looked at, and something that was got from a call. */
const SEEN = '[TORr]'
const END = '(?=[.,:]|$)'

const looks = (build: string): DeedRule => ({ kind: 'looks', build: new RegExp(build) })
const looksOf = (build: string): DeedRule => ({ ...looks(build), isOfOthers: true })
const changes = (build: string): DeedRule => ({ kind: 'changes', build: new RegExp(build) })
const changesOf = (build: string): DeedRule => ({ ...changes(build), isOfOthers: true })

export const DEED_RULES: readonly DeedRule[] = [
  // "I (have just) deleted it", "I removed the line from scene 3", "Saved it."
  changes(`${SELF}W(?![^.,:]{0,9}[MU])`),
  changes(`${SELF}W[^.,:]{0,10}[TO]`),
  changes(`${SELF}V[^.:]{0,12}(?:T|O#)`),
  changes(`${SELF}V[^.,:U]{0,4}E(?![^.,:]{0,6}U)`),
  changes(`${SELF}za*[wgE]`),
  changes(`${HERE}W${ON}(?![^.,:]{0,9}M)`),
  changes(`${HERE}V${ON}[^.:]{0,10}(?:T|O#)`),
  changesOf('[pTEUO#](?:hB|[bB])a*W'),
  changesOf('T(?:hB|B)a*V(?!P)'),
  changesOf('r[^.,:]{0,5}(?:hB|B)a*[VW](?!P)'),
  changesOf('(?:hB|B)a*V[^.,:]{0,4}T'),
  // "Backup made, file replaced."
  changes(`${HERE}d?[oaNv]{0,2}[TE]a*[WV]${END}`),
  changes(`[,i]d?[oaNv]{0,2}Ta*[WV]${END}`),
  changes(`[,i:]d[oaNv]{1,2}W${END}`),
  // "I (have just) checked", "I counted the files", "I have read scene 2", "I managed to open it"
  looks(`${SELF}L(?![^.,:]{0,9}M)`),
  looks(`${SELF}K(?:[^.,:]{0,9}${SEEN}|[.:]|$)`),
  looks(`${SELF}v[^.,:]{0,6}[Rr]`),
  looks(`Sa*h+a*d[oaNv]{0,3}${SEEN}#?a*[LX]`),
  looks(`${SELF}X(?:[^.,:]{0,6}(?:${SEEN}|Q)|p|[,.:]|$)`),
  looks(`${SELF}za*[lsXG]`),
  looks(`Sba*[GJx][^.,:]{0,9}${SEEN}`),
  looks('Sa*s[^.,:]{0,8}I[doavN]{0,3}[TOr]'),
  // "Checked the outline.", "Result: searched everything", "Found it."
  looks(`${HERE}L${ON}(?![^.,:]{0,9}M)`),
  looks(`${HERE}K(?:${ON}[^.,:]{0,9}[TORrl]|[PI][dovN]{0,2}[lRr]|p${END})`),
  // "Search complete.", "Quick check of the folder done:", "Two matches.", "No results"
  looks(`${HERE}d?[oaNv]{0,3}[lRr](?:[PI][^.,:]{0,6}?)?a*(?:i|f|D|L|K)${END}`),
  looks(`${HERE}[dn#][oaNv]{0,2}r(?:K)?${END}`),
  // "After checking, I …", "Looking at the file, I see", "Scanning the scenes, Hal is …", "Grepping for it gave six hits"
  looks(`${HERE}Ga*${END}`),
  looks(`${START}(?:f[aov]{0,2}[lGxJ]|Ia*[lG]),`),
  looks(`f[daov]{0,3}l[^.:Y]*S`),
  looks('fa*[GLJKXx][^.]{0,20},a*S(?!m)'),
  looks(`[fIPC]a*[GxJ][^.,:Y]{0,8}${SEEN}[^.:Y]{0,6}S[ha]*[KLXvsD]`),
  looks(`${START}(?:G|[xJ](?=[^.,:]{0,8}(?:${SEEN}|Q)))[^.,:]{0,10},a*S`),
  looks(`${START}[GxJ][^.,:Ym]{0,8}(?:${SEEN}|Q)[^.,:Ym]{0,4}(?:,[^Ym]*$|:)`),
  looks(`${START}[GxJ][^.,:Ym]{0,10}[DK]`),
  looks(`${START}[GxJ][^.,:Ym]{0,8}(?:${SEEN}|Q)[^.,:Ym]{0,4}e[^.,:]{0,4}[r#pn]`),
  // "The search (for it) returned …", "My scan shows", "Results indicate", "A search was run", "The files were checked"
  looksOf('d[oavNlRTOsr]{0,3}[Rrl](?:[PI][^.,:Y]{0,8}?)?[ah]*[DK]'),
  looksOf(`${START}[ovNlRTOs]{0,2}r(?:[PI][^.,:Y]{0,8}?)?[ah]*[DKe]`),
  looksOf('d[oavNlRTOs]{0,3}r(?:[PI][^.,:Y]{0,8}?)?a*e'),
  looksOf('[TORrl](?:[PI][^.,:]{0,4}?)?(?:hB|B)a*[LX](?!P)'),
  looksOf('d[oav]{0,2}[Rrl][oav]{1,2}i{1,2}D'),
  looksOf('d[oav]{0,2}[Rl][^.:]{0,10}pa*[DK]'),
  looks('[Rrl]S[ha]*[vKLX]'),
  looksOf('T(?:hB|B)a*K(?![PI])'),
  looksOf('[TO]hBa*[vKVW](?!P)'),
  looksOf('[pdo]hBa*L(?!P)'),
  looksOf('[Rl](?:[PI][^.,:]{0,8}?)?(?:hB|B)a*[LXK]'),
]
