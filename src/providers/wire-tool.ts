import { type JsonObject, type ModelTool, isJsonObject } from '../core/index.ts'

/** A tool in the form that all these servers took over from OpenAI. */
export const wireTool = ({ name, description, parameters }: ModelTool): JsonObject => ({
  type: 'function',
  function: { name, description, parameters },
})

type WrittenTool = Pick<ModelTool, 'name' | 'description'> & { readonly text: string }

const written = new WeakMap<JsonObject, WrittenTool>() // by their parameters, which in a catalog are frozen: every request brings the same again

export function writtenTool(tool: ModelTool): string {
  const { name, description, parameters } = tool
  const known = written.get(parameters)
  if (known?.name === name && known.description === description) return known.text
  const text = JSON.stringify(wireTool(tool))
  if (isJsonObject(parameters) && Object.isFrozen(parameters)) written.set(parameters, { name, description, text })
  return text
}
