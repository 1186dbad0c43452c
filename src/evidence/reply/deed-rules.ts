// How a sentence says that something was done, as a row of tags: see deed-words.ts. What stands between is at most a few words.

import { NO_TRACE_VERBS } from './no-trace-verbs.ts'

export type DeedKind = 'looks' | 'changes'
export type DeedRule = {
  readonly kind: DeedKind
  readonly build: RegExp
  /** Somebody else may be meant, or nobody in particular: in talk of habits and of stories it is no claim. */
  readonly isOfOthers?: true
  /** It may be a text in the answer itself that was changed; then the answer shows it. */
  readonly isVague?: true
  /** Where the last word of the build is one of these, nothing was done. */
  readonly spares?: ReadonlySet<string>
}

const SELF = 'S[ha]*'
/** What may follow a verb whose subject is left out; a noun at once would make it an adjective. */
const ON = '(?=[dpFQPI,:.aN#]|TF|$)'
const START = '^[ia,:.]*'
const HERE = `(?:${START}|:[ia,]*)`
const END = '(?=[.,:]|$)'
/** A file; something that can be looked at, or that was got from a call; a scene with its number. */
const FILE = '[TF]'
const SEEN = '[TFORr]'
const PLACE = '(?:[TF]|O#)'
/** Words before a noun. */
const OF = '[oavN#]'
/** "of the files", "for it" */
const ABOUT = '(?:[PI][^.,:YqbBhm]{0,8}?)?'

/** The thing that is spoken of is a part of a text or a thought; "a grammar tool" is neither. */
const OF_TEXT = '[^.,:]{0,9}(?:U|M(?=[.,:PIiaYSnm]|$))'

const looks = (build: string): DeedRule => ({ kind: 'looks', build: new RegExp(build) })
const looksOf = (build: string): DeedRule => ({ ...looks(build), isOfOthers: true })
const changes = (build: string): DeedRule => ({ kind: 'changes', build: new RegExp(build) })
const changesOf = (build: string): DeedRule => ({ ...changes(build), isOfOthers: true })
const changesVaguely = (build: string): DeedRule => ({ ...changes(build), isVague: true })

/** "The result:" may be that of a search, or the text which the answer shows. */
const OF_WRITING: ReadonlySet<string> = new Set(['result', 'output'])

const CHANGES: readonly DeedRule[] = [
  // "I (have just) deleted it", "I removed the line from scene 3", "I had it renamed"
  changes(`${SELF}W(?!${OF_TEXT})`),
  changes(`${SELF}W[^.,:]{0,10}[TFO]`),
  changes(`${SELF}[Vy][^.:]{0,12}${PLACE}`),
  changes(`${SELF}[VyvD][^.,:U]{0,4}E(?![^.,:]{0,6}U)`),
  changes(`${SELF}[Vy][^.,:]{0,4}r`),
  changes(`${SELF}Dg`),
  changes(`${SELF}[yj]d[oav]{0,2}w(?=[PI])`),
  changes(`S[^.,:nmcY]{0,8}ia*W(?!${OF_TEXT})`),
  looks('S[^.,:nmcYqU]{0,8}ia*Lp'),
  changes(`${SELF}za*[wgE](?!P)`),
  changes(`(?:Sa*h+a*|(?:${HERE}|${SELF})j)(?:p|d${OF}{0,2}[TOE]#?)a*[WVy]`),
  changesVaguely(`${SELF}Vp`),
  changesVaguely('Sa*h+a*yd[oav]{0,2}R'),
  changesVaguely('Sa*h+a*V(?![PI.,:n]|[^.,:]{0,3}[UM])'),
  changesVaguely(`${SELF}Vd(?![^.,:]{0,6}[UM])`),
  changesVaguely(`${SELF}Vd[^.,:]{0,6}[UM]`),
  // "Saved it.", "Removed the duplicate.", "Backup made, file replaced."
  changes(`${HERE}W${ON}(?![^.,:]{0,9}M)`),
  changes(`${HERE}[Vy]${ON}[^.:]{0,10}${PLACE}`),
  changesVaguely(`${HERE}V(?:d(?![^.,:]{0,6}[UM])|[.]?$)`),
  changesVaguely(`${HERE}Vod(?![^.,:]{0,6}[UM])`),
  looks(`${HERE}d?${OF}{0,2}[gGxJ]a*(?:i|D)${END}`),
  changes(`${HERE}d?${OF}{0,2}[TE]a*(?:[WVy]|i|D)a*${END}`),
  changes(`[,i]d?${OF}{0,2}Ta*[WVy]${END}`),
  changes(`[,i:]d${OF}{1,2}W${END}`),
  // "It is saved", "The file has been changed", "Two lines were removed from the outline"
  changesOf('[pTFEUO#](?:hB|[bB])a*W'),
  changesOf(`${FILE}(?:hB|B)a*[Vy](?!P)`),
  changesOf('r[^.,:]{0,5}(?:hB|B)a*[VWy]'),
  changesOf('E(?:hB|B)a*[VWy](?!P)'),
  changesOf('E(?:hB|B)a*[VWy]P[do]{0,2}[TF]'),
  changesOf('O#hBa*[VWy](?!P|a)'),
  changesOf('Eh+a*[DWvy]'),
  changesOf(`[d,:i][oavN]{0,2}E(?:[PI][^.,:YqbBhm]{0,4}?)?ba*(?:[VWyD]${END}|WP)`),
  changesOf(`(?:hB|B)a*[Vy](?!P)[^.,:]{0,4}(?:${PLACE}|#O)`),
]

const LOOKS: readonly DeedRule[] = [
  // "I (have just) checked", "I counted the files", "I have read scene 2", "I managed to open it", "I was reading"
  looks(`${SELF}L(?!a*n)(?![^.,:]{0,9}M)`),
  looks(`${SELF}K[^.,:]{0,9}${SEEN}`),
  looks(`${SELF}j(?:[^.,:PI]{0,4}[TFRr]|[^.,:]{0,4}P[do]{0,2}[TFRrl])`),
  looks(`${SELF}Kp:`),
  looks('^(?:i[,.:]*)+Xp(?=[.,:]|$)'),
  looks(`Sa*Ja*p${END}`),
  looks(`Sa+Kp${END}`),
  looks(`${SELF}D[Gx]`),
  looks(`S[^.,:nmcY]{0,8}ia*[LXK][^.,:]{0,5}${SEEN}`),
  looks('Sa*[mhyj]d[oavl]{0,3}R[lskweX]'),
  looks('Sa*mdl[lLX]'),
  looks(`${SELF}K(?:[.:]|$)`),
  // Who does something does it to something: "I wavered." tells a state of mind.
  { ...looks(`${SELF}v(?!a*(?:[.:]|$)|[^.,:]{0,3}U)`), spares: NO_TRACE_VERBS, isVague: true },
  looks(`${SELF}v[^.,:]{0,6}[Rr]`),
  looks(`${SELF}v[^.,:n]{0,8}(?:${PLACE}|[PI]d*O)`),
  looks(`Sa*h+a*d${OF}{0,3}${SEEN}#?a*[LX]`),
  looks(`${SELF}X(?:[^.,:]{0,6}(?:${SEEN}|Q)|p|[,.:]|$)`),
  looks(`${SELF}za*[lskXG](?!P)`),
  looks(`${SELF}X[^.,:]{0,4}E`),
  looks(`S[ha]*[bB]a*[GJx][^.,:]{0,9}${SEEN}`),
  looks(`Sa*s[^.,:]{0,8}I[doavN]{0,3}[TFOr]`),
  looks('Sa*s[^.,:PI]{0,3}r'),
  // "Checked the outline.", "Result: searched everything", "Found it.", "This is verified."
  looks(`${HERE}L${ON}(?![^.,:]{0,9}M)`),
  looks(`${HERE}K(?:${ON}[^.,:]{0,9}[TFORrl]|[PI][dovN]{0,2}[lRr]|p${END}|:)`),
  looks(`${START}[dp](?:hB|[bB])a*(?:L(?!Y)|K[PI])`),
  // "Search complete.", "Quick check of the folder done:", "Two matches.", "No results"
  looks(`${HERE}d?[oavN#O]{0,3}[lRr](?:[PI][^.,:]{0,6}?)?a*(?:i|f|D|L|K)${END}`),
  looks(`${SELF}Dd?(?:F|O#)`),
  looks(`${HERE}#?[oaNl]{0,2}[TO]#?a*[LXK]${END}`),
  looks(`${START}[oN]?r[PI]d?[oav]{0,2}[lR]:`),
  { ...looks(`${HERE}[dn#]${OF}{0,2}r(?:K)?${END}`), spares: OF_WRITING },
  { ...looks(`${HERE}d${OF}{0,2}r${END}`), isVague: true },
  looks(`${HERE}[dn#]${OF}{0,2}r(?:hB|[bB])a*[KD]`),
  looks(`${START}(?:X[^.,:]{0,3}${PLACE}|X|[oaN]{0,2}[TO]a*[LXK]|L[TO]):`),
  looks(`${HERE}d?${OF}{0,3}[lr][PI][^.,:Y]{0,6}${SEEN}[^.,:Y]{0,3}:`),
  // "After checking, I …", "Looking at the file, I see", "Scanning the scenes, Hal is …", "Grepping for it gave six hits", "Checking…"
  looks(`(?:${HERE}|[,:]a*)Ga*\\.*$`),
  looks(`${START}[GxJ][^.,:Ym]{0,6}${SEEN}#?(?:a+\\.*|\\.{2,})$`),
  looks(`Sa*h+a*Ba*[Gx]${END}`),
  looks(`${START}fa*[GxJ][^.,:Ym]{0,8}:`),
  looks(`S[ha]*[KLX][^.,:]{0,3}[CfI]a*[GxJ][^.,:Y]{0,8}${SEEN}`),
  looks(`${START}(?:f[aov]{0,2}[lGxJ]|Ia*[lG]),`),
  looksOf(`${START}fd[aov]{0,2}[lR](?:[PI][^.,:Ym]{0,6})?,(?![^.]*[Ym])`),
  looks('f[daov#]{0,3}[lRr]+[^.:Y]*S'),
  looks('fa*[GLJKXx][^.]{0,20},a*S(?!m)'),
  looks('fa*[LKX][^.]{0,20},a*S'),
  looks(`[fIPC]a*[GxJ][^.,:Y]{0,8}${SEEN}[^.:Y]{0,6}S[ha]*[KLXvsDu]`),
  looks('[PI][doavNlR]{0,4}[lRr],?a*S[ha]*[KLXvDu]'),
  looks(`${START}(?:G|[xJ](?=[^.,:]{0,8}(?:${SEEN}|Q)))[^.,:]{0,10},a*S`),
  looks(`${START}[GxJ][^.,:Ym]{0,8}(?:${SEEN}|Q)(?:[^.,:Ym]{0,4},[^Ym]*$|#?a*:)`),
  looks(`${START}[GxJ][^.,:Ym]{0,10}[DKu]`),
  looks(`${START}[GxJ][^.,:Ym]{0,8}(?:${SEEN}|[QpU])[^.,:Ym]{0,4}[et][^.,:]{0,4}[r#pn]`),
  looks('[Rrl]S[ha]*[vKLXjz]'),
  looks('[Rrl]S[^.,:]{0,4}L'),
]

/** "The search (for it) returned …", "My scan shows", "Results indicate", "A search was run", "The files were checked" */
const TELLS: readonly DeedRule[] = [
  looksOf(`d[oavNlRTFOsr#]{0,3}[Rrl]${ABOUT}[ah]*[DKu]`),
  looksOf(`d${OF}{0,3}R[ah]*L`),
  looksOf(`d[oavNl#]{0,3}[lRr]${ABOUT}zna*[kse]`),
  looksOf(`${START}[ovNlRTFOs#]{0,2}r${ABOUT}[ah]*[DKetu]`),
  looksOf(`d[oavNlRTFOs#]{0,3}r${ABOUT}a*[et]`),
  looksOf(`dr${ABOUT}ba*I[do]{0,2}${PLACE}`),
  looksOf(`${START}l[et]`),
  looksOf(`l[PI][^.,:YqbBhm]{0,6}${SEEN}#?[^.,:YqbBhm]{0,2}[et]`),
  looksOf(`(?:${START}[oN]|d${OF}{0,2})l[et](?:[^.,:Ym]{0,6}(?:O#|F)|#)`),
  looksOf('[TFORrl](?:[PI][^.,:]{0,4}?)?(?:hB|B)a*[LX](?!P)'),
  looksOf('d[oav]{0,2}[Rrl][oav]{1,2}i{1,2}[Du]'),
  looksOf('d[oav]{0,2}[Rl][^.:]{0,10}pa*[DKu]'),
  looksOf(`[TFO](?:hB|B)a*K(?![PI])`),
  looksOf('[TFO]hBa*[vKVWy](?!P(?!#|dO))'),
  looksOf('[pdo]hBa*L(?!P)'),
  looksOf(`${START}d[oavN]{0,2}Ba*L`),
  looksOf('[Rl](?:[PI][^.,:]{0,8}?)?(?:hB|B)a*[LXKvDVy]'),
]

export const DEED_RULES: readonly DeedRule[] = [...CHANGES, ...LOOKS, ...TELLS]
