import type { PlainWord } from '../reading/plain-word.ts'
import { judgeNewFile } from './new-file.ts'
import { type CommandFinding, asks, builds, joinFindings, reads } from './command-finding.ts'
import { type ShellLocation, fromFolder, mayBecomeOption, pathStateOf, refusePath } from './shell-location.ts'
import { type ReadOptions, optionTable, readOptions } from './options.ts'

const refuseAll = (words: readonly PlainWord[], location: ShellLocation): CommandFinding | undefined =>
  words.some(mayBecomeOption)
    ? asks('uses a pattern that could match a name that is an option')
    : words.map(word => refusePath(word, location)).find(found => found !== undefined)

const TAR = optionTable(
  '-c -t -x -v -z -j -J -C/ -f/ --create --extract --directory=/ --strip-components= --list --verbose --gzip ' +
    '--bzip2 --xz --zstd --file=/ --exclude= --exclude-vcs --sort= --no-recursion -h --dereference',
)

/** Packs to a name that is not there yet, or lists. Unpacking may cover something. */
export function judgeTar([first, ...rest]: readonly PlainWord[], location: ShellLocation): CommandFinding {
  // The old form leaves the dash away.
  const words =
    first && /^[ctxvzjJf]+$/.test(first.value)
      ? [{ ...first, value: `-${first.value}` }, ...rest]
      : first
        ? [first, ...rest]
        : []
  const read = readOptions(words, TAR)
  if ('unknown' in read) return asks(`runs tar with "${read.unknown}", which is not known here`)
  const { operands, paths, given } = read
  const from = [...(read.values.get('-C') ?? []), ...(read.values.get('--directory') ?? [])]
  const [archive, ...more] = paths.filter(path => !from.includes(path))
  const [packs, lists] = [given.has('-c') || given.has('--create'), given.has('-t') || given.has('--list')]
  // A name with a colon is another machine to tar.
  if (given.has('-x') || given.has('--extract'))
    return packs || lists ? asks('uses tar in a way that is not known here') : judgeUnpacking(read, location)
  if (packs === lists || !archive || more.length > 0 || archive.value.includes(':'))
    return asks('uses tar in a way that is not known here')
  if (lists) return refusePath(archive, location) ?? reads('lists an archive')
  // What it packs counts from there, and the archive does not.
  const inside = {
    ...location,
    folders: location.folders.map(folder => from.reduce((place, { value }) => fromFolder(place, value), folder)),
  }
  return refuseAll(from, location) ?? refuseAll(operands, inside) ?? joinFindings([judgeNewFile(archive, location)])
}

/** Only into a new or empty folder. What is overwritten all the same is found afterwards. */
function judgeUnpacking({ values }: ReadOptions, location: ShellLocation): CommandFinding {
  const [archives, folders] = [
    [...(values.get('-f') ?? []), ...(values.get('--file') ?? [])],
    [...(values.get('-C') ?? []), ...(values.get('--directory') ?? [])],
  ]
  const [archive, folder] = [archives[0], folders[0]]
  if (
    !archive ||
    !folder ||
    archives.length + folders.length > 2 ||
    archive.value.includes(':') ||
    !isFree(folder, location)
  )
    return asks('unpacks files, which may cover others')
  return refusePath(archive, location) ?? builds(`unpacks to ${folder.value}`)
}

function isFree(folder: PlainWord, location: ShellLocation): boolean {
  const place = pathStateOf(folder, location)
  if (place !== 'folder') return place === 'absent'
  return location.folders.every(each => {
    const listed = location.workspace.list(fromFolder(each, folder.value))
    return listed.ok && listed.value.length === 0
  })
}

const ZIP = optionTable('-q -r -j -v -# -0 -1 -6 -9')

export function judgeZip(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = readOptions(words, ZIP)
  if ('unknown' in read) return asks(`runs zip with "${read.unknown}", which is not known here`)
  const [archive, ...files] = read.operands
  if (!archive || archive.globs || files.length === 0) return asks('uses zip in a way that is not known here')
  const named = /\.[^./]+$/.test(archive.value) ? archive : { ...archive, value: `${archive.value}.zip` }
  return refuseAll(files, location) ?? judgeNewFile(named, location)
}

const UNZIP = optionTable('-l -t -v -z -p -q -Z -1 -d/')

/** Only what lists, tests, or prints. */
export function judgeUnzip(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = readOptions(words, UNZIP)
  const looks = !('unknown' in read) && ['-l', '-t', '-v', '-z', '-p', '-Z'].some(option => read.given.has(option))
  if ('unknown' in read) return asks('unpacks files, which may cover others')
  const [archive] = read.operands
  if (!looks) {
    const [folder, ...more] = read.paths
    return archive && !archive.globs && folder && more.length === 0 && isFree(folder, location)
      ? (refusePath(archive, location) ?? builds(`unpacks to ${folder.value}`))
      : asks('unpacks files, which may cover others')
  }
  return archive && !archive.globs
    ? (refusePath(archive, location) ?? reads('lists an archive'))
    : asks('unpacks something that is not known')
}

const GZIP = optionTable('-c -d -k -f -l -t -v -n -# --stdout --to-stdout --decompress --keep --list --test')

/** To the screen, or to a new file beside one that stays. */
export function judgeGzip(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = readOptions(words, GZIP)
  if ('unknown' in read || read.given.has('-f')) return asks('packs files in the place of the old ones')
  const { operands, given } = read
  const has = (...options: readonly string[]): boolean => options.some(option => given.has(option))
  const refused = refuseAll(operands, location)
  if (refused) return refused
  if (operands.length === 0 || has('-c', '-l', '-t', '--stdout', '--to-stdout', '--list', '--test'))
    return reads('reads files')
  if (!has('-k', '--keep') || has('-d', '--decompress')) return asks('packs files in the place of the old ones')
  return joinFindings(operands.map(word => judgeNewFile({ ...word, value: `${word.value}.gz` }, location)))
}
