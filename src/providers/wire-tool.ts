import { type JsonObject, type ModelTool, isJsonObject } from '../core/index.ts'

/** A tool in the form that all these servers took over from OpenAI. */
export const wireTool = ({ name, description, parameters }: ModelTool): JsonObject => ({
  type: 'function',
  function: { name, description, parameters },
})

type WrittenTool = Pick<ModelTool, 'name' | 'description'> & { readonly text: string }

/** By their parameters, which are frozen in a catalog: every request brings the same again. */
const written = new WeakMap<JsonObject, WrittenTool>()

/** In ASCII: one character beyond it makes the text of a whole request twice as wide, and slower to send. */
export function writtenTool(tool: ModelTool): string {
  const { name, description, parameters } = tool
  const known = written.get(parameters)
  if (known?.name === name && known.description === description) return known.text
  const text = JSON.stringify(wireTool(tool)).replace(BEYOND_ASCII, escaped)
  if (isJsonObject(parameters) && Object.isFrozen(parameters)) written.set(parameters, { name, description, text })
  return text
}

const BEYOND_ASCII = /[\u0080-\uffff]/g
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
