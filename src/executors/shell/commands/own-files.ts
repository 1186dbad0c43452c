import type { PlainWord } from '../reading/plain-word.ts'
import { isBuilder, isRiskyName, judgeBuilder } from './builders.ts'
import { type Finding, asks, builds } from './finding.ts'
import { type Ground, placeOf } from './ground.ts'

const INSTALLED = /^(?:\.\/)?(?:node_modules\/\.bin|\.?venv\/bin)\/(?<name>[\w.-]+)$/
const OWN_FILE = /^(?:\.\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

/** A program that is named by its place: one of the workspace is run as its scripts and tests are, and what exists must be the same afterwards. */
export function judgeOwnFile(name: string, words: readonly PlainWord[], ground: Ground): Finding {
  const installed = INSTALLED.exec(name)?.groups?.['name']
  if (installed !== undefined && isBuilder(installed)) return judgeBuilder(installed, words, ground)
  if (installed === undefined && !OWN_FILE.test(name))
    return asks(`runs ${JSON.stringify(name)}, which is no file of the workspace`)
  return judgeScript({ value: name, globs: false }, words, ground)
}

/** `file` with its words, whoever runs it. */
export function judgeScript(file: PlainWord, words: readonly PlainWord[], ground: Ground): Finding {
  if (placeOf(file, ground) !== 'file' && ground.made?.has(file.value) !== true)
    return asks(`runs ${file.value}, a file that is not there`)
  const [base = ''] = file.value.split('/').slice(-1)
  const deed = [base, ...words.map(({ value }) => value).filter(value => /^[\w:-]+$/.test(value))].find(isRiskyName)
  if (deed !== undefined) return asks(`runs ${file.value}, which by the name "${deed}" does more than build`)
  const judged = judgeBuilder('mocha', words, ground)
  return judged.level === 'build' ? builds(`runs ${file.value} of the workspace`) : judged
}
