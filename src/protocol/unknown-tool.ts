import { type Toolbox, fault } from '../core/index.ts'
import { type Move, rejectedAs } from './reading.ts'

const MAX_LISTED = 20
const MAX_NAME = 60

export function unknownTool(name: string, tools: Toolbox): Move {
  const names = tools.tools.map(tool => tool.name)
  const listed = names.slice(0, MAX_LISTED).join(', ')
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''
  const requested = name.slice(0, MAX_NAME)
  const message = `No tool "${requested}". ${names.length === 0 ? 'No tools are offered here' : `Tools: ${listed}${more}`}.`
  return rejectedAs('tool', fault('tool_call_unknown_tool', message, { requested, tools: names }))
}
