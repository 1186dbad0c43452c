import { isJsonObject, parseJsonText, textOf } from '../../../core/index.ts'
import type { OfferedTool, Parameter } from './offered-tool.ts'

const EXAMPLE = 'Example: '
const PARAMETER = /^- ("(?:[^"\\]|\\.)*"|[^\s*]+)(\*?) (.*)$/
const NAME_LINE = /^([^\s:]+)(?:: (.*))?$/

export type ReadBlocks = { readonly tools: readonly OfferedTool[]; readonly next: number }

/** Reads tool after tool, as long as there are some; what follows is something else. */
export function readToolBlocks(lines: readonly string[], from: number, needsExample: boolean): ReadBlocks {
  const tools: OfferedTool[] = []
  let next = from
  for (let at = from; at < lines.length;) {
    const block = readBlock(lines, at)
    if (block === undefined || (needsExample && !block.hasExample)) break
    tools.push(block.tool)
    next = block.next
    at = lines[next] === '' ? next + 1 : lines.length
  }
  return { tools, next }
}

type Block = { readonly tool: OfferedTool; readonly hasExample: boolean; readonly next: number }

function readBlock(lines: readonly string[], from: number): Block | undefined {
  const head = NAME_LINE.exec(lines[from] ?? '')
  if (head === null) return undefined
  let at = from + 1
  const parameters: Parameter[] = []
  for (; lines[at]?.startsWith('- ') === true; at++) parameters.push(...readParameter(lines[at] ?? ''))
  const line = lines[at] ?? ''
  const hasExample = line.startsWith(EXAMPLE)
  if (!hasExample && at === from + 1) return undefined
  const example = hasExample ? readExample(line.slice(EXAMPLE.length)) : undefined
  const tool = { name: example?.name ?? head[1] ?? '', about: head[2] ?? '', parameters, example: example?.args ?? {} }
  return { tool, hasExample, next: hasExample ? at + 1 : at }
}

/** The line with the id shows hyphens; the example says the name that is called. */
function readExample(text: string): { readonly name: string; readonly args: OfferedTool['example'] } | undefined {
  const call = parseJsonText(text)
  if (!isJsonObject(call)) return undefined
  const name = textOf(call['tool']) || textOf(call['name'])
  return name === '' ? undefined : { name, args: isJsonObject(call['args']) ? call['args'] : {} }
}

function readParameter(line: string): readonly Parameter[] {
  const [, name, star, rest = ''] = PARAMETER.exec(line) ?? []
  if (name === undefined || line === '- no arguments') return []
  const colon = rest.indexOf(': ')
  const type = (colon < 0 ? rest : rest.slice(0, colon)).replace(/, default .*$/, '')
  const quoted = name.startsWith('"') ? parseJsonText(name) : name
  return [{ name: textOf(quoted), required: star === '*', type, about: colon < 0 ? '' : rest.slice(colon + 2) }]
}
