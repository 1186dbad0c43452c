import { type ToolDefinition, namesOf } from '../core/index.ts'
import { maskProse } from './reply/read-prose.ts'

type Claimable = Pick<ToolDefinition, 'name' | 'facts' | 'capability'>

/** "I searched …" where nothing that searches has run: the remark "says it searched; no search ran". */
export function findUnran(
  answer: string,
  tools: readonly Claimable[],
  ran: () => ReadonlySet<string>,
): readonly string[] {
  const saying = tools.filter(({ facts }) => facts.saysItRan.length > 0)
  const verbs = [...new Set(saying.flatMap(({ facts }) => facts.saysItRan))]
  if (verbs.length === 0) return []
  const claims = new RegExp(
    `(?<![\\p{L}\\p{N}])I(?:['’]ve| have)? (${verbs.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  )
  const said = new Set([...maskProse(answer).hidden.matchAll(claims)].map(match => match[1] ?? ''))
  if (said.size === 0) return []
  const names = ran()
  const done = tools.filter(tool => namesOf(tool).some(name => names.has(name)))
  if (done.some(({ capability }) => capability === 'SystemExecute')) return [] // a program may have done anything
  return [...said].flatMap(verb => {
    const meant = saying.filter(({ facts }) => facts.saysItRan.includes(verb))
    if (meant.some(tool => done.includes(tool))) return []
    const kinds = new Set(meant.map(({ name }) => name.slice(name.lastIndexOf('_') + 1)))
    return [`says it ${verb}; no ${[...kinds].join(' or ')} ran`]
  })
}

const escaped = (words: string): string => words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
