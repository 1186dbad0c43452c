import type { Grant } from '../../../permissions/index.ts'
import { durationWords } from './duration-words.ts'

type RuleWords = Pick<Grant, 'capability' | 'paths' | 'confirmsWrites'> & {
  readonly tool: { readonly name: string; readonly definition: string } | undefined
  readonly everywhere: boolean
  /** Undefined: until it is revoked. */
  readonly seconds: number | undefined
}

/** A grant in words. The text is the same before it is saved and afterwards. */
export function ruleWords({ capability, paths, confirmsWrites, tool, everywhere, seconds }: RuleWords): string {
  const what = tool?.name ?? capability
  const where = paths.length === 0 ? '' : ` on ${paths.join(', ')}`
  const place = everywhere ? 'in every session' : 'in this session'
  const until = seconds === undefined ? 'until revoked' : `for ${durationWords(seconds)}`
  const bound = tool ? `, as long as its definition is ${tool.definition.slice(0, SHOWN_HASH)}` : ''
  const changes = confirmsWrites ? 'changes run without asking' : 'changes still ask'
  return `allow ${what}${where} ${place} ${until}${bound}; ${changes}`
}

const SHOWN_HASH = 12
