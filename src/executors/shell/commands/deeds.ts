import type { PlainWord } from '../reading/plain-word.ts'

/** For the person who is asked: what programs that are never run unasked do with what they are given. */
const DEEDS: ReadonlyMap<string, string> = new Map([
  ['rm', 'deletes'],
  ['rmdir', 'deletes the folder'],
  ['unlink', 'deletes'],
  ['mv', 'moves'],
  ['ln', 'makes links'],
  ['chmod', 'changes the rights of'],
  ['chown', 'changes the owner of'],
  ['truncate', 'cuts'],
  ['dd', 'copies bytes'],
  ['install', 'copies'],
  ['patch', 'changes files by a patch'],
  ['tar', 'packs or unpacks'],
  ['zip', 'packs'],
  ['unzip', 'unpacks'],
  ['gzip', 'replaces by packed files'],
  ['kill', 'ends processes'],
  ['xargs', 'runs a program on what it reads'],
  ['env', 'runs a program in another environment'],
  ['export', 'sets variables'],
])

const MAX_SHOWN = 5

export function deedOf(name: string, words: readonly PlainWord[]): string {
  const deed = DEEDS.get(name)
  if (deed === undefined) return `runs ${JSON.stringify(name)}, which is not known here`
  const things = words.map(({ value }) => value).filter(value => !value.startsWith('-'))
  const more = things.length > MAX_SHOWN ? ` and ${things.length - MAX_SHOWN} more` : ''
  return things.length === 0 ? deed : `${deed} ${things.slice(0, MAX_SHOWN).join(', ')}${more}`
}
