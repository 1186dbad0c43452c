import type { EvidenceKind } from '../core/index.ts'

/** What demands an Evidence line of an answer, and of which kind; without a kind any will do. */
export type EvidenceContract = {
  readonly kind?: EvidenceKind | undefined
  readonly role?: string | undefined
}

/** Kinds of sources in a manuscript, told by their paths. */
const SOURCES = {
  outline: /outline/i,
  scene: /(?:^|\/)scenes?\/|(?:^|\/)SCN-(?!outline)/i,
  compendium: /(?:^|\/)compendium\/|(?:^|\/)canon\b/i,
} as const

type RoleRule = { readonly kind: EvidenceKind; readonly sources: readonly (keyof typeof SOURCES)[] }

/** What each role owes, and which files its answers must rest on; a role that is not listed may cite anything. */
const ROLES: Readonly<Record<string, RoleRule>> = {
  chief: { kind: 'place', sources: [] },
  planner: { kind: 'place', sources: ['outline'] },
  writer: { kind: 'quote', sources: ['scene'] },
  editor: { kind: 'quote', sources: ['scene'] },
  critic: { kind: 'quote', sources: ['scene'] },
  continuity: { kind: 'quote', sources: ['compendium', 'scene'] },
}

const roleOf = ({ role = '' }: EvidenceContract): RoleRule | undefined =>
  Object.hasOwn(ROLES, role.toLowerCase()) ? ROLES[role.toLowerCase()] : undefined

/** The kind that a contract names itself goes before that of the role. */
export const kindOwed = (contract: EvidenceContract): EvidenceKind | undefined =>
  contract.kind ?? roleOf(contract)?.kind

/** Which files a role's answer must rest on and does not. */
export function missingSource(contract: EvidenceContract, files: readonly string[]): string | undefined {
  const { sources = [] } = roleOf(contract) ?? {}
  const isOwn = sources.length === 0 || files.some(file => sources.some(source => SOURCES[source].test(file)))
  return isOwn ? undefined : sources.join(' or ')
}
