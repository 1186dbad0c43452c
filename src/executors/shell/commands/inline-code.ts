import { longPattern } from '../../../core/index.ts'
import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks, runs } from './command-finding.ts'
import type { ShellLocation } from './shell-location.ts'

type Interpreter = {
  /** Options that may stand before the code. */
  readonly before: RegExp
  /** The option whose word is the code. */
  readonly code: RegExp
}

const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map([
  ['node', { before: /^--(?:no-warnings|input-type=(?:module|commonjs))$/, code: /^(?:-e|-p|-pe|--eval|--print)$/ }],
  ['python', { before: /^-[BEIsu]+$/, code: /^-[BEIsu]*c$/ }],
  ['python3', { before: /^-[BEIsu]+$/, code: /^-[BEIsu]*c$/ }],
  // Not -i, which rewrites files.
  ['perl', { before: /^-(?:[aclnpw]+|F.|MList::Util=[\w,]+|MJSON::PP|MData::Dumper)$/, code: /^-[aclnpw]*[eE]$/ }],
])

/**
 * Words with which code deletes, writes, starts other programs, or hides what it does. Whoever finds others gains
 * nothing, because the workspace is read-only for all code that is run unasked; but what says openly that it writes is
 * better asked about than run in vain.
 */
const DEEDS = longPattern('i')`
    \b(?:unlink|rm(?:dir|tree)?(?:Sync)?\s*\(|rmtree|removedirs|remove\s*\(|renames?(?:Sync)?\b|truncate
    |write_?(?:file|text|bytes)|appendFile|createWriteStream|copyFile|cp(?:Sync)?\s*\(|shutil|mkdir|symlink|chmod
    |chown|subprocess|popen|spawn|fork|child_process|system|exec\w*\s*\(|eval\s*\(|qx\b|__import__|compile\s*\(
    |os\.replace|ctypes|getattr|globals|importlib|runpy|process\.(?:binding|dlopen)|_load\s*\(|fromCharCode
    |b64decode|atob\s*\(|codecs|marshal|Function\s*\(|open\w*\s*\([^)]*['"](?:[rb]*[wax+>]))|\x60
    |\bopen\b[^;]*['"]\s*\+?>
  `

const MAX_CODE = 4_000

/** Code that stands in the command itself, or is handed over by a here-document. Undefined: it is given neither. */
export function judgeInlineCode(
  name: string,
  words: readonly PlainWord[],
  location: ShellLocation,
): CommandFinding | undefined {
  const interpreter = INTERPRETERS.get(name)
  if (!interpreter) return undefined
  const at = words.findIndex(({ value }) => !interpreter.before.test(value))
  if (at < 0 || !interpreter.code.test(words[at]?.value ?? '')) return undefined
  return judgeCode(name, words[at + 1], location)
}

/** `text`: what stands in the here-document that is its input. */
export function judgeGivenCode(
  name: string,
  words: readonly PlainWord[],
  { text, location }: { text: string; location: ShellLocation },
): CommandFinding | undefined {
  const takesInput =
    INTERPRETERS.has(name) && name !== 'perl' && (words.length === 0 || (words.length === 1 && words[0]?.value === '-'))
  return takesInput ? judgeCode(name, { value: text, globs: false }, location) : undefined
}

function judgeCode(name: string, code: PlainWord | undefined, location: ShellLocation): CommandFinding {
  if (!code || code.globs || code.unknown === true) return asks(`runs ${name}, which can do anything`)
  if (!location.confined) return asks(`runs ${name} with code as text, without a sandbox`)
  const deed = DEEDS.exec(code.value)?.[0]
  if (deed !== undefined)
    return asks(`runs ${name} with code that may write or start something ("${deed.trim().slice(0, 20)}")`)
  return code.value.length > MAX_CODE
    ? asks(`runs ${name} with more code than anybody reads`)
    : runs(`runs code with ${name}`)
}
