import type { PlainWord } from '../reading/plain-word.ts'
import { isBuilder, judgeBuilder } from './builders.ts'
import { type CommandFinding, asks, builds, runs } from './command-finding.ts'
import { type ShellLocation, pathStateOf, refusePath } from './shell-location.ts'
import { judgeNewFile } from './new-file.ts'
import { judgeScript } from './own-files.ts'

const FILE = /^[\w./-]+$/
/** They only print; but a module of this name in the workspace would be run in their place. */
const PRINTING: ReadonlyMap<string, RegExp> = new Map([
  ['json.tool', /^(?:--(?:sort-keys|compact|tab|no-indent|no-ensure-ascii|json-lines|indent=[0-9])|[\w./-]+)$/],
  ['site', /^$/],
  ['this', /^$/],
  ['sysconfig', /^$/],
  ['platform', /^$/],
  ['calendar', /^[0-9]{1,4}$/],
  ['tokenize', FILE],
  ['ast', FILE],
  ['dis', FILE],
  ['inspect', FILE],
  ['pydoc', /^[A-Za-z][\w.]*$/],
  ['pyclbr', FILE],
  ['tabnanny', /^(?:-v|[\w./-]+)$/],
])
const FORMATTERS = /^(?:black|isort)$/
const CHECKS_ONLY = /^(?:--check|--check-only|--diff|--quiet|-q|--verbose|[\w./][\w./-]*)$/

/** `python -m name` with its words. */
export function judgeModule(
  { value: module, globs }: PlainWord,
  words: readonly PlainWord[],
  location: ShellLocation,
): CommandFinding {
  if (globs || words.some(word => word.globs)) return asks(`gives python -m ${module} a pattern`)
  if (PYTHON_BUILDERS.has(module) && isBuilder(module)) return judgeBuilder(module, words, location)
  if (location.confined && words.length === 1 && words[0]?.value === '--help') return runs(`runs the module ${module}`)
  if (module === 'venv') return judgeVenv(words, location)
  if (FORMATTERS.test(module)) return judgeFormatting(module, words, location)
  const own = ownModule(module, location)
  if (own) return judgeScript(own, words, location)
  const known = PRINTING.get(module)
  const files = words.filter(({ value }) => !value.startsWith('-'))
  // A second file would be written.
  const isPlain =
    known !== undefined && location.confined && files.length <= 1 && words.every(({ value }) => known.test(value))
  if (!isPlain) return asks(`runs python -m ${module}`)
  return (
    files.map(word => refusePath(word, location)).find(found => found !== undefined) ??
    runs(`runs the module ${module}`)
  )
}

const PYTHON_BUILDERS: ReadonlySet<string> = new Set(
  (
    'pytest unittest mypy flake8 pylint ruff doctest py_compile compileall coverage tox nox bandit vulture ' +
    'pyflakes pycodestyle pydocstyle codespell radon'
  ).split(' '),
)

/** Code of the workspace that is named as a module: it runs as its files do. */
function ownModule(module: string, location: ShellLocation): PlainWord | undefined {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(module)) return undefined
  const path = module.replaceAll('.', '/')
  return [`${path}.py`, `${path}/__main__.py`, `src/${path}.py`, `src/${path}/__main__.py`]
    .map(value => ({ value, globs: false }))
    .find(word => pathStateOf(word, location) === 'file')
}

/** A folder that is not there yet. */
function judgeVenv(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const [folder, ...more] = words.filter(
    ({ value }) => !/^--(?:system-site-packages|without-pip|copies|symlinks|prompt=[\w-]+)$/.test(value),
  )
  if (!folder || more.length > 0 || folder.value.startsWith('-'))
    return asks('makes a virtual environment in a way that is not known here')
  const made = judgeNewFile(folder, location)
  return made.level === 'create' ? builds(`makes a virtual environment in ${folder.value}`) : made
}

function judgeFormatting(module: string, words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const checks = words.some(({ value }) => /^--(?:check|check-only|diff)$/.test(value))
  if (!checks || !words.every(({ value }) => CHECKS_ONLY.test(value)))
    return asks(`runs ${module}, which rewrites files`)
  return judgeBuilder(
    'mocha',
    words.filter(({ value }) => !value.startsWith('-')),
    location,
  )
}
