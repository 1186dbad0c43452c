import type { JsonObject } from '../../core/index.ts'
import { type Prompt, fillTemplate, makeTemplate } from './prompt.ts'

const FORMAT = makeTemplate(
  'answer-format',
  `{{withTools}}When you call no tool:
Write your answer as one JSON object and nothing else: no text around it, no markdown, no code fence.
{{hasSchema}}It must fit this JSON Schema:
{{schema}}`,
)

export type AnswerFormatRequest = { readonly schema: JsonObject | undefined; readonly withTools: boolean }

/** Where a program reads the answer: servers that hold a reply to a schema do not show it to the model. */
export const answerFormatSection = ({ schema, withTools }: AnswerFormatRequest): Prompt =>
  fillTemplate(FORMAT, {
    withTools: withTools ? '' : undefined,
    hasSchema: schema ? '' : undefined,
    schema: schema && JSON.stringify(schema),
  })

const WRONG = makeTemplate(
  'answer-format-complaint',
  `Your last reply was refused: {{complaint}}
Write the answer again as one JSON object and nothing else.`,
)

export const wrongAnswerSection = ({ complaint }: { readonly complaint: string }): Prompt =>
  fillTemplate(WRONG, { complaint: complaint.replace(/[\n\r\u2028\u2029]+/g, ' ') })
