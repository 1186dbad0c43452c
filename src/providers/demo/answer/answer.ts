import { answerAbout, answerQuestion } from './answer-about.ts'
import { answerCount, answerFind, answerList } from './answer-found.ts'
import { answerChange, answerWriting } from './answer-change.ts'
import { answerFile } from './answer-file.ts'
import { answerUse } from './answer-use.ts'
import type { Answer } from './cited-answer.ts'
import { type Seen, hasHits, searched } from '../plan/seen.ts'
import { OFFER, smallTalk } from './small-talk.ts'
import type { Kit, Role } from '../plan/tool-roles.ts'
import type { Wish } from '../understand/wish.ts'
import { joinNames } from '../understand/words.ts'

export type Knowledge = { readonly seen: readonly Seen[]; readonly kit: Kit }

/** Prose from what was read, and from nothing else. */
export function answer(wish: Wish, { seen, kit }: Knowledge): Answer {
  if (wish.kind === 'talk') return { text: smallTalk(wish.about, kit) }
  if (seen.length === 0) return { text: noTool(wish, kit) }
  const other = wish.kind === 'use' ? undefined : seen.find(({ call }) => call?.role === 'other')
  if (other !== undefined) return { text: relay(other) }
  return answerFrom(wish, seen) ?? { text: notFound(wish, seen) }
}

function answerFrom(wish: Exclude<Wish, { kind: 'talk' }>, seen: readonly Seen[]): Answer | undefined {
  switch (wish.kind) {
    case 'count':
      return wish.term === undefined ? answerList(wish, seen) : answerCount({ what: wish.what, term: wish.term }, seen)
    case 'find':
      return answerFind(wish, seen)
    case 'about':
      return answerAbout(wish.term, seen)
    case 'ask':
      return answerQuestion(wish.words, seen)
    case 'list':
      return answerList(wish, seen)
    case 'read':
      return answerFile(wish, seen)
    case 'replace':
      return answerChange(wish, seen)
    case 'write':
      return answerWriting(wish, seen)
    case 'use':
      return answerUse(wish, seen)
  }
}

const NEEDED: Readonly<Record<Exclude<Wish['kind'], 'talk' | 'use'>, Role>> = {
  count: 'search',
  find: 'search',
  about: 'search',
  ask: 'search',
  list: 'list',
  read: 'read',
  replace: 'edit',
  write: 'write',
}
const DEEDS: Readonly<Record<Role, string>> = {
  search: 'searches files',
  list: 'lists folders',
  read: 'reads files',
  edit: 'changes a passage of a file',
  write: 'writes files',
}

function noTool(wish: Exclude<Wish, { kind: 'talk' }>, kit: Kit): string {
  if (wish.kind === 'use')
    return `I would need a tool that ${wish.slot === 'command' ? 'runs commands' : 'fetches pages'}, and none is offered to me in this turn.`
  const role = NEEDED[wish.kind]
  if (kit[role] === undefined)
    return `I would need a tool that ${DEEDS[role]}, and none is offered to me in this turn. So I cannot tell, and I will not guess. ${OFFER}`
  return 'I have not looked at any file for this, so I cannot tell, and I will not guess.'
}

const relay = ({ call, found }: Seen): string =>
  found.failure === undefined
    ? `${call?.tool.name ?? 'The tool'} says: ${found.lines.join('\n').trim().slice(0, 600)}`
    : `I could not find out: ${found.failure}`

/** Says what was tried; nothing is made up in its place. */
function notFound(wish: Exclude<Wish, { kind: 'talk' }>, seen: readonly Seen[]): string {
  const failed = seen.flatMap(({ found }) => found.failure ?? [])
  const reasons = failed.length === 0 ? '' : ` The last thing I was told: ${failed.at(-1) ?? ''}`
  const words = searched(seen).map(word => `"${word}"`)
  if (words.length > 0 && !hasHits(seen))
    return `I could not find it. I searched all files I may see for ${joinNames(words)} and found nothing.${reasons}`
  const wanted = wish.kind === 'read' ? ` in ${wish.file}` : ''
  return `I could not find what you asked for${wanted}.${reasons} I would rather say so than guess.`
}
