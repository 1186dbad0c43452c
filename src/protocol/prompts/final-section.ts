import { type Prompt, fillTemplate, makeTemplate } from './prompt.ts'

const ANSWER = `Write the answer to the user now, as plain text.
- No JSON, no tool call, no code fence around the answer.
- Use only what the tool results and the user said. If something is missing, say what.`

const FINAL = makeTemplate('final-answer', ANSWER)
const FORCED_FINAL = makeTemplate(
  'forced-final-answer',
  `No tool steps remain, so no tool can be called any more.\n${ANSWER}`,
)

/** Asks for the prose after `{"action":"final"}`; `forced` when the step limit, not the model, ended the calls. */
export const finalSection = ({ forced }: { readonly forced: boolean }): Prompt =>
  fillTemplate(forced ? FORCED_FINAL : FINAL, {})
