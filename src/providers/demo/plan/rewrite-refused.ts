import type { Json } from '../../../core/index.ts'
import type { OfferedTool } from '../prompt/offered-tool.ts'
import type { PlannedCall } from './planned-call.ts'
import type { Refusal } from '../prompt/read-prompt.ts'
import type { Kit, Role } from './tool-roles.ts'
import { stemsOf } from '../understand/words.ts'

const MAX_OUTPUT = 4_000
const MEMBER = /["'“‘]([\w-]{1,64})["'”’]\s*:\s*(?:["'“‘]([^"'“”‘’\n]{0,400})["'”’]|(-?\d{1,9})\b)/g
const QUOTED = /["“]([^"“”\n]{1,400})["”]/g
const ENVELOPE = new Set(['type', 'name', 'tool', 'function', 'action', 'nonce'])

/** A correction shows the refused reply and no results: the call that it meant, from its own words. */
export function rewriteRefused({ output }: Refusal, tools: readonly OfferedTool[], kit: Kit): PlannedCall | undefined {
  const text = output.slice(0, MAX_OUTPUT)
  const members = [...text.matchAll(MEMBER)].map(([, key = '', words, number]) => ({
    key,
    value: words ?? Number(number),
  }))
  const named = members.find(({ key }) => key === 'name' || key === 'tool')?.value
  const values = members.filter(({ key }) => !ENVELOPE.has(key))
  const tool = toolFor(String(named ?? ''), tools, kit)
  if (tool === undefined) return undefined
  const spoken = [...text.slice(0, Math.max(0, text.indexOf('{'))).matchAll(QUOTED)].map(([, words = '']) => words)
  return { tool, role: 'other', args: fill(tool, values, spoken) }
}

/** The same name in another spelling, else a tool that does what the name says. */
function toolFor(name: string, tools: readonly OfferedTool[], kit: Kit): OfferedTool | undefined {
  const same = tools.find(tool => normal(tool.name) === normal(name))
  if (same !== undefined) return same
  const words = stemsOf(name.replace(/[_.-]+/g, ' '))
  const role = ROLES.find(([, verbs]) => verbs.some(verb => words.some(word => word.startsWith(verb))))?.[0]
  const verbs = ROLES.find(([known]) => known === role)?.[1] ?? []
  const byName = tools.find(tool => verbs.some(verb => normal(tool.name).includes(verb)))
  return role === undefined ? undefined : (kit[role]?.tool ?? byName)
}

const ROLES: readonly (readonly [Role, readonly string[]])[] = [
  ['search', ['search', 'find', 'grep', 'look']],
  ['list', ['list', 'show', 'browse']],
  ['read', ['read', 'open', 'view']],
]

const normal = (text: string): string => text.toLowerCase().replace(/[\s._-]+/g, '')

type Member = { readonly key: string; readonly value: string | number }

/** Values under their own name first; what is needed and still missing takes the first that is left. */
function fill(tool: OfferedTool, members: readonly Member[], spoken: readonly string[]): PlannedCall['args'] {
  const args: Record<string, Json> = {}
  const left: Json[] = []
  for (const { key, value } of members) {
    const parameter = tool.parameters.find(({ name }) => normal(name) === normal(key))
    if (parameter === undefined && tool.parameters.length === 0) args[key] = value
    else if (parameter === undefined) left.push(value)
    else args[parameter.name] = value
  }
  const rest = [...left, ...spoken]
  for (const { name, required } of tool.parameters)
    if (required && args[name] === undefined) args[name] = rest.shift() ?? tool.example[name] ?? ''
  return args
}
