import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks, builds, creates, reads } from './command-finding.ts'
import { type ShellLocation, fromFolder, mayBecomeOption, pathStateOf, refusePath } from './shell-location.ts'
import { judgeNewFile } from './new-file.ts'
import { type OptionTable, type ReadOptions, optionTable, readOptions } from './options.ts'
import type { JudgeProgram } from './special-readers.ts'

export const CREATORS: ReadonlyMap<string, JudgeProgram> = new Map<string, JudgeProgram>([
  ['mkdir', judgeMkdir],
  ['touch', judgeTouch],
  ['tee', judgeTee],
  ['cp', judgeCopy],
  ['sort', judgeSort],
  ['split', judgeSplit],
  ['ln', judgeLink],
])

const worst = (findings: readonly CommandFinding[]): CommandFinding =>
  findings.find(({ level }) => level === 'ask') ??
  findings.find(({ level }) => level !== 'read') ??
  findings[0] ??
  asks('is given nothing to do')

type Plain = ReadOptions | { readonly refused: CommandFinding }

function plainOptions(words: readonly PlainWord[], table: OptionTable): Plain {
  if (words.some(mayBecomeOption)) return { refused: asks('uses a pattern that could match a name that is an option') }
  const read = readOptions(words, table)
  return 'unknown' in read ? { refused: asks(`is given "${read.unknown}", which is not known here`) } : read
}

const MKDIR = optionTable('-m: -p -v --mode= --parents --verbose')

function judgeMkdir(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = plainOptions(words, MKDIR)
  if ('refused' in read) return read.refused
  const made = read.operands.map(word =>
    pathStateOf(word, location) === 'folder' ? creates(`creates ${word.value}`) : judgeNewFile(word, location),
  )
  return worst(made)
}

const TOUCH = optionTable('-a -c -m -h -d: -t: --date= --no-create')

/** Of a file that exists only the time changes. */
function judgeTouch(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = plainOptions(words, TOUCH)
  if ('refused' in read) return read.refused
  return worst(
    read.operands.map(word =>
      pathStateOf(word, location) === 'closed' ? judgeNewFile(word, location) : creates(`touches ${word.value}`),
    ),
  )
}

const TEE = optionTable('-a -i -p --append --ignore-interrupts')

function judgeTee(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = plainOptions(words, TEE)
  if ('refused' in read) return read.refused
  return read.operands.length === 0
    ? { level: 'read', says: 'prints text' }
    : worst(read.operands.map(word => judgeNewFile(word, location)))
}

const COPY = optionTable('-a -r -R -v -n -p --archive --recursive --verbose --no-clobber')

/** To a name that does not exist yet, or into a folder in which nothing of that name is. */
function judgeCopy(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = plainOptions(words, COPY)
  if ('refused' in read) return read.refused
  const [target, ...sources] = read.operands.toReversed()
  if (!target || target.globs || sources.length === 0) return asks('copies to a place that is not known')
  const refused = sources.map(word => refusePath(word, location)).find(found => found !== undefined)
  if (refused) return refused
  const isInto = pathStateOf(target, location) === 'folder'
  const names = isInto ? sources.map(source => namesOf(source, location)) : []
  if (isInto && names.every(each => each !== undefined))
    return worst(
      names
        .flat()
        .map(name => judgeNewFile({ value: `${target.value.replace(/\/+$/, '')}/${name}`, globs: false }, location)),
    )
  return sources.length === 1 && !sources[0]?.globs && !isInto
    ? judgeNewFile(target, location)
    : asks('copies several things at once')
}

/** The names under which things arrive in a folder; undefined if they cannot be known. */
function namesOf({ value, globs }: PlainWord, { workspace, folders }: ShellLocation): readonly string[] | undefined {
  const cut = value.replace(/\/+$/, '').lastIndexOf('/') + 1
  const [folder, name] = [value.slice(0, cut) || '.', value.slice(cut).replace(/\/+$/, '')]
  if (!globs) return /^(?:\.{0,2})$/.test(name) ? undefined : [name]
  if (/[*?[]/.test(folder) || !/^[\w.*-]+$/.test(name)) return undefined
  const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
  return folders.flatMap(each => {
    const listed = workspace.list(fromFolder(each, folder))
    return listed.ok
      ? listed.value.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).filter(found => pattern.test(found))
      : []
  })
}

const SORT = optionTable(
  `-bcCdfgGhiMnrRsuVz -k: -t: -S: -o/ --output=/ --key= --field-separator= --numeric-sort --reverse --unique
    --human-numeric-sort --version-sort --ignore-case --check=? --stable --zero-terminated --help --version`,
)

/** To the screen, or to a file that is not there yet. */
function judgeSort(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = plainOptions(words, SORT)
  if ('refused' in read) return read.refused
  const refused = read.operands.map(word => refusePath(word, location)).find(found => found !== undefined)
  return (
    refused ??
    (read.paths.length === 0 ? reads('sorts text') : worst(read.paths.map(word => judgeNewFile(word, location))))
  )
}

const SPLIT = optionTable('-l: -b: -n: -a: -d --lines= --bytes= --number= --numeric-suffixes --suffix-length=')

/** Its names are the last word with letters behind it: none of them may be there. */
function judgeSplit(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = plainOptions(words, SPLIT)
  if ('refused' in read) return read.refused
  const [file, prefix = { value: 'x', globs: false }, ...more] = read.operands
  if (!file || prefix.globs || more.length > 0) return asks('uses split in a way that is not known here')
  const folder = prefix.value.includes('/') ? prefix.value.replace(/[^/]*$/, '') : '.'
  const begin = prefix.value.slice(prefix.value.lastIndexOf('/') + 1)
  const isFree = location.folders.every(each => {
    const listed = location.workspace.list(fromFolder(each, folder))
    return listed.ok && !listed.value.some(({ path }) => path.slice(path.lastIndexOf('/') + 1).startsWith(begin))
  })
  const refused = refusePath(file, location) ?? refusePath({ value: folder, globs: false }, location)
  return (
    refused ??
    (isFree ? creates(`creates ${prefix.value}…`) : asks(`may overwrite files that begin with ${prefix.value}`))
  )
}

const LINK = optionTable('-s -v --symbolic --verbose')

/** A new name for something in the workspace; what is written by way of it is found out afterwards. */
function judgeLink(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = plainOptions(words, LINK)
  if ('refused' in read) return read.refused
  const [target, name, ...more] = read.operands
  const isSymbolic = read.given.has('-s') || read.given.has('--symbolic')
  if (!target || !name || more.length > 0 || target.globs || !isSymbolic || target.value.startsWith('/'))
    return asks('makes links in a way that is not known here')
  const folder = name.value.includes('/') ? name.value.replace(/[^/]*$/, '') : ''
  const refused = refusePath({ ...target, value: `${folder}${target.value}` }, location)
  const made = judgeNewFile(name, location)
  return refused ?? (made.level === 'create' ? builds(`makes the link ${name.value}`) : made)
}
