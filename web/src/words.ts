import { attemptsWords } from './words/attempts.ts'
import { chatWords } from './words/chat.ts'
import { commandsWords } from './words/commands.ts'
import { doctorWords } from './words/doctor.ts'
import { everywhereWords } from './words/everywhere.ts'
import { firstStepsWords } from './words/first-steps.ts'
import { keysWords } from './words/keys.ts'
import { memoryWords } from './words/memory.ts'
import { permissionsWords } from './words/permissions.ts'
import { receiptsWords } from './words/receipts.ts'
import { shellWords } from './words/shell.ts'
import { stagesWords } from './words/stages.ts'
import { toolsWords } from './words/tools.ts'

/** Every text of the console. Sentences with parts are functions, so that translations can reorder the parts. */
export const words = {
  ...shellWords,
  ...everywhereWords,
  ...keysWords,
  ...stagesWords,
  ...chatWords,
  ...firstStepsWords,
  ...attemptsWords,
  ...permissionsWords,
  ...commandsWords,
  ...receiptsWords,
  ...toolsWords,
  ...doctorWords,
  ...memoryWords,
} as const
