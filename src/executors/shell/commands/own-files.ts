import type { PlainWord } from '../reading/plain-word.ts'
import { isBuilder, isRiskyName, judgeBuilder } from './builders.ts'
import { type CommandFinding, asks, builds } from './command-finding.ts'
import { type ShellLocation, pathStateOf } from './shell-location.ts'

const INSTALLED = /^(?:\.\/)?(?:node_modules\/\.bin|\.?venv\/bin)\/(?<name>[\w.-]+)$/
const OWN_FILE = /^(?:\.\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

/**
 * A program named by its path. One of the workspace runs like its scripts: existing files must be unchanged afterwards.
 */
export function judgeOwnFile(name: string, words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const installed = INSTALLED.exec(name)?.groups?.['name']
  if (installed !== undefined && isBuilder(installed)) return judgeBuilder(installed, words, location)
  if (installed === undefined && !OWN_FILE.test(name))
    return asks(`runs ${JSON.stringify(name)}, which is no file of the workspace`)
  return judgeScript({ value: name, globs: false }, words, location)
}

/** `file` with its words, whichever program runs it. */
export function judgeScript(file: PlainWord, words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  if (pathStateOf(file, location) !== 'file' && location.made?.has(file.value) !== true)
    return asks(`runs ${file.value}, a file that is not there`)
  const [base = ''] = file.value.split('/').slice(-1)
  const deed = [base, ...words.map(({ value }) => value).filter(value => /^[\w:-]+$/.test(value))].find(isRiskyName)
  if (deed !== undefined) return asks(`runs ${file.value}, which by the name "${deed}" does more than build`)
  const judged = judgeBuilder('mocha', words, location)
  return judged.level === 'build' ? builds(`runs ${file.value} of the workspace`) : judged
}
