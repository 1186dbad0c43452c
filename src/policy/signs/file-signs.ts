import { asksTo, certain, phrases, says, speaksOf } from '../reading/message.ts'
import { isCommandLine } from './command-line.ts'
import { type Described, isAsked } from './described.ts'
import { type Sign, signsOf } from './sign.ts'

const look = signsOf('file_task')
const edit = signsOf('file_edit')

const HERE = / (?:file|files|folder|folders|pdfs|documents) .*(?:here|called|named) | (?:called|named) /
const WHICH_FILES = / (?:what|which|how many|any) (?:\S+ )?(?:files|folders|documents|directories) /
const IN_CODE = phrases('defined|declared|implemented|used|usages|called from')
const A_FILE =
  / (?:file|files|document|doc|folder|subfolder|directory|csv|pdf|spreadsheet|readme|licence|license|changelog|dockerfile|makefile) /

const changes = (c: Described): boolean => asksTo(c, 'change', 'remove')
const isWords = (c: Described): boolean => says(c, '<quote>', '<code>')
/** Without what is only said about it: "a function that reads a file". */
const mainPart = (c: Described): string => `${c.said.split(/(?<= \S+ \S+) (?:that|which|who) /)[0]} `

function looksAtFiles(c: Described): boolean {
  if (c.general) return false
  if (asksTo(c, 'look', 'open', 'find', 'tell', 'go')) return speaksOf(c, 'file', 'folder')
  return isAsked(c) && (certain(c, 'file', 'folder') || HERE.test(c.said))
}

export const FILE_SIGNS: readonly Sign[] = [
  look('a file is named', 7, c => c.file && !says(c, '<url>')),
  look('look at × files', 5, looksAtFiles),
  look('which files', 11, c => WHICH_FILES.test(c.said)),
  look(
    "look at × the user's papers",
    5,
    c => asksTo(c, 'look', 'open', 'find', 'go') && speaksOf(c, 'paper') && c.certain && !c.general && !isWords(c),
  ),
  look('where code is', 6, c => (speaksOf(c, 'code') || says(c, 'class', 'type')) && says(c, ...IN_CODE) && !c.general),
  look('a command that reads', 8, c => isCommandLine(c, 'readingCommand')),
  edit('change × a named file', 9, c => (changes(c) || asksTo(c, 'make', 'save')) && c.file && !says(c, '<url>')),
  edit('change × files', 7, c => changes(c) && speaksOf(c, 'file', 'folder') && !c.general),
  edit("change × the user's papers or code", 6, c => changes(c) && speaksOf(c, 'paper', 'code') && c.certain && !isWords(c)),
  edit('make × a file', 7, c => asksTo(c, 'make', 'save') && !c.general && A_FILE.test(mainPart(c))),
]
