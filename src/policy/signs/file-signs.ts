import { longPattern } from '../../core/index.ts'
import { asksTo, certain, phrases, says, hasSense } from '../reading/message.ts'
import { isCommandLine } from './command-line.ts'
import { anything, askingFor, either, saying, speaking } from './cue.ts'
import { type Described, isAsked } from './described.ts'
import { type Sign, signsOf } from './sign.ts'

const look = signsOf('file_task')
const edit = signsOf('file_edit')

const HERE = / (?:file|files|folder|folders|pdfs|documents) .*(?:here|called|named) | (?:called|named) /
const WHICH_FILES = / (?:what|which|how many|any) (?:\S+ )?(?:files|folders|documents|directories) /
const IN_CODE = phrases('defined|declared|implemented|used|usages|called from')
const A_FILE = longPattern()`
     (?:file|files|document|doc|folder|subfolder|directory|csv|pdf|spreadsheet|readme|licence|license|changelog
    |dockerfile|makefile) 
  `

const CHANGING = askingFor('change', 'remove')
const isWords = (c: Described): boolean => says(c, '<quote>', '<code>')
/** Without what is only said about it: "a function that reads a file". */
const mainPart = (c: Described): string => `${c.said.split(/(?<= \S+ \S+) (?:that|which|who) /)[0]} `

const FILES = either(
  speaking('file', 'folder'),
  saying('file', 'files', 'folder', 'folders', 'pdfs', 'documents', 'called', 'named'),
)

function looksAtFiles(c: Described): boolean {
  if (c.general) return false
  if (asksTo(c, 'look', 'open', 'find', 'tell', 'go')) return hasSense(c, 'file', 'folder')
  return isAsked(c) && (certain(c, 'file', 'folder') || HERE.test(c.said))
}

/** Of a file or folder. */
const A_NAME = saying('<file>', '<folder>')

export const FILE_SIGNS: readonly Sign[] = [
  look('a file is named', 7).on(A_NAME, c => !c.address),
  look('look at × files', 5).on(FILES, looksAtFiles),
  look('which files', 11).on(saying('files', 'folders', 'documents', 'directories'), c => WHICH_FILES.test(c.said)),
  look("look at × the user's papers", 5).on(
    speaking('paper'),
    c => asksTo(c, 'look', 'open', 'find', 'go') && c.certain && !c.general && !isWords(c),
  ),
  look('where code is', 6).on(saying(...IN_CODE), c => (hasSense(c, 'code') || says(c, 'class', 'type')) && !c.general),
  look('a command that reads', 8).on(anything, c => isCommandLine(c, 'readingCommand')),
  edit('change × a named file', 9).on(A_NAME, c => asksTo(c, 'change', 'remove', 'make', 'save') && !c.address),
  edit('change × files', 7).on(CHANGING, c => hasSense(c, 'file', 'folder') && !c.general),
  edit("change × the user's papers or code", 6).on(
    CHANGING,
    c => hasSense(c, 'paper', 'code') && c.certain && !isWords(c),
  ),
  edit('make × a file', 7).on(askingFor('make', 'save'), c => !c.general && A_FILE.test(mainPart(c))),
]
