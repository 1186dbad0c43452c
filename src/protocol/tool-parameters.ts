import type { Toolbox } from '../core/index.ts'
import { parametersOf } from './dialects/keys.ts'
import type { ToolParameters } from './scan/tagged-values.ts'

/** Without markdown's backslashes and the `.call` that one family adds. */
const plainName = (name: string): string => {
  const plain = name.includes('\\') ? name.replaceAll('\\_', '_') : name
  return plain.endsWith('.call') ? plain.slice(0, -'.call'.length) : plain
}

/** What the scanner must know of the tools. */
export const parametersIn =
  (tools: Toolbox): ToolParameters =>
  name => {
    const found = tools.find(plainName(name))
    return found && parametersOf(found.tool.input)
  }
