import { foldName } from '../core/index.ts'

/**
 * Brings together all spellings that some disk takes for one name: case, composition, characters nobody sees, stream
 * suffixes, and dots or spaces at the end.
 */
function foldSpelling(name: string): string {
  const plain = /^[\x21-\x7e]*$/.test(name)
    ? name
    : name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const bare = plain.replace(/:.*$/s, '').trim()
  return foldName(bare.endsWith('.') ? withoutTrailingDots(bare) : bare)
}

/** A loop, because a pattern that is anchored at the end only is tried from every dot. */
function withoutTrailingDots(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1]?.trim() === '')) end--
  return name.slice(0, end)
}

const TEMPORARY = /^\.countersign-[0-9a-f]{24}\.tmp$/
export const temporaryName = (hex: string): string => `.countersign-${hex}.tmp`
/** Its digits begin with those of its writer. */
export const isTemporaryName = (name: string, writer = ''): boolean =>
  TEMPORARY.test(name) && name.startsWith(`.countersign-${writer}`)

/** Our records and unfinished files: no tool reads, lists or writes them. Includes the short forms of old disks. */
export function isPrivateName(name: string): boolean {
  const folded = foldSpelling(name)
  return folded === '.control-room' || /^contro~\d+$/.test(folded) || TEMPORARY.test(folded)
}

/**
 * Why a path is not for writing, if it is not: what git runs or obeys, and our own configuration. `names` is the whole
 * path, so that a bare repository (`book.git/hooks`) is known by its folder.
 */
export function closedForWriting(names: readonly string[]): string | undefined {
  const last = foldSpelling(names.at(-1) ?? '')
  if (last === 'countersign.toml' || /^counte~\d+\.tom$/.test(last))
    return 'it is the configuration, which only a person changes'
  if (last === '.git' || /^git~\d+$/.test(last)) return 'it belongs to git'
  const holdsOrders = last === 'hooks' || last === 'config'
  return holdsOrders && foldSpelling(names.at(-2) ?? '').endsWith('.git') ? 'it belongs to git' : undefined
}
