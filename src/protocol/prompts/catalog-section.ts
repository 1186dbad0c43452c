import { type ToolDefinition, promptId } from '../../core/index.ts'
import { TOOL_ROWS, describeTool } from './describe-tool.ts'
import { type TextProfile, exampleCall } from './example-call.ts'
import { type Prompt, fillTemplate, makeTemplate } from './prompt.ts'

const CATALOG = makeTemplate('tool-catalog', 'Tools (* = required argument)\n{{tools}}', TOOL_ROWS)
const EMPTY_CATALOG = makeTemplate('empty-tool-catalog', 'No tools are offered. Answer without one.')

/** The offered tools. Nothing in it changes from step to step, so servers can reuse what they computed. */
export function catalogSection(tools: readonly ToolDefinition[], profile: TextProfile): Prompt {
  if (tools.length === 0) return fillTemplate(EMPTY_CATALOG, {})
  return fillTemplate(CATALOG, { tools: tools.map(tool => describe(tool, profile)).join('\n\n') })
}

/** A definition never changes, so it is put into words once; the words go when the definition does. */
const described: Readonly<Record<TextProfile, WeakMap<ToolDefinition, string>>> = {
  strict: new WeakMap(),
  lenient: new WeakMap(),
  run: new WeakMap(),
}

function describe(tool: ToolDefinition, profile: TextProfile): string {
  const known = described[profile].get(tool)
  if (known !== undefined) return known
  const text = describeTool(tool, { id: promptId(tool.name), example: exampleCall(tool, profile) })
  if (Object.isFrozen(tool)) described[profile].set(tool, text)
  return text
}
