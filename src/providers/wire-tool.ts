import type { JsonObject, ModelTool } from '../core/index.ts'

/** A tool in the form that all these servers took over from OpenAI. */
export const wireTool = ({ name, description, parameters }: ModelTool): JsonObject => ({
  type: 'function',
  function: { name, description, parameters },
})
