import type { Kit, Role } from '../plan/tool-roles.ts'
import type { Talk } from '../understand/wish.ts'
import { joinNames } from '../understand/words.ts'

const WHO =
  'I am the built-in demo model of Countersign: a script of rules, no AI. I run offline and make some of the mistakes that small models make, so that you can see them caught.'
const CONNECT =
  'To connect a real model, start Ollama, LM Studio or another server and name the model, for example: countersign chat --model ollama:qwen3:4b. "countersign doctor" shows which servers are running.'
const TRY =
  'Try: "How many scenes mention the lighthouse?", "/file Who is Bibi Lund?" or "List the files in Story/Scenes".'

/** How a person makes the runtime offer tools for files, whatever it made of the message. */
export const OFFER = 'Begin the message with /file, and the tools for files are offered.'

const DOES: Readonly<Record<Role, string>> = {
  search: 'search your files',
  list: 'list folders',
  read: 'read a file and quote from it',
  edit: 'replace words in a file',
  write: 'write a note',
}

/** Always says what it is, so that nobody takes it for a model. */
export function smallTalk(about: Talk, kit: Kit): string {
  switch (about) {
    case 'identity':
      return `${WHO} ${CONNECT}`
    case 'abilities':
      return `${WHO} ${abilities(kit)} ${TRY} ${CONNECT}`
    case 'greeting':
      return `Hello! I am the built-in demo model: rules, no AI. ${abilities(kit)} ${TRY}`
    case 'thanks':
      return 'You are welcome. Every call that I made has left a receipt; look at it if you like.'
    case 'farewell':
      return 'Goodbye!'
    case 'personal':
      return 'All right. I am only the demo model; what is remembered is decided by rules after my answer, and told below it.'
    case 'removal':
      return 'I do not delete anything: the demo model only reads, writes notes and replaces words. A real model could ask for it, and you would be asked first.'
    case 'unclear':
      return `That is beyond me: I am the built-in demo model, a script of rules that understands simple questions about the files in this folder. ${TRY} ${CONNECT}`
  }
}

function abilities(kit: Kit): string {
  const can = (['search', 'list', 'read', 'edit', 'write'] as const)
    .filter(role => kit[role] !== undefined)
    .map(role => DOES[role])
  return can.length === 0
    ? `In this turn no tool is offered to me, so I cannot look into your files. ${OFFER}`
    : `With the tools of this turn I can ${joinNames(can)}.`
}
