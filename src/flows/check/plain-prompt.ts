import type { ModelMessage, ModelTool } from '../../core/index.ts'

const GREETING = 'You are a helpful assistant.'

/** For a model that has a field for tools: nothing else to say. */
export const nativeMessages = (message: string): readonly ModelMessage[] => [
  { role: 'system', content: `${GREETING} Use the tools when they help.` },
  { role: 'user', content: message },
]

/** For one that has none: the tools as JSON, the form of a call, and when to make none, as programs usually put it. */
export const promptedMessages = (message: string, tools: readonly ModelTool[]): readonly ModelMessage[] => [
  {
    role: 'system',
    content: `${GREETING} You have access to these tools:

${JSON.stringify(tools, null, 2)}

To use a tool, reply with nothing but a JSON object in this form:
{"name": "tool name", "arguments": {"argument name": "value"}}
To use several, reply with a JSON list of such objects. If no tool is needed, answer in plain text.`,
  },
  { role: 'user', content: message },
]
