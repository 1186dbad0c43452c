/** Kinds of sources in a manuscript, told by their paths. */
type SourceKind = 'outline' | 'scene' | 'compendium'

const KINDS: Readonly<Record<SourceKind, RegExp>> = {
  outline: /outline/i,
  scene: /(?:^|\/)scenes?\/|(?:^|\/)SCN-(?!outline)/i,
  compendium: /(?:^|\/)compendium\/|(?:^|\/)canon\b/i,
}

/** Whose answers must rest on what; a role that is not listed may cite any file. */
const SOURCES: Readonly<Record<string, readonly SourceKind[]>> = {
  planner: ['outline'],
  writer: ['scene'],
  editor: ['scene'],
  critic: ['scene'],
  continuity: ['compendium', 'scene'],
}

const sourcesOf = (role: string | undefined): readonly SourceKind[] | undefined => {
  const name = (role ?? '').toLowerCase()
  return Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined
}

/** Which kind of source is missing; undefined when one of the files will do. */
export function missingSource(role: string | undefined, paths: readonly string[]): string | undefined {
  const wanted = sourcesOf(role)
  if (wanted === undefined || paths.some(path => wanted.some(kind => KINDS[kind].test(path)))) return undefined
  return wanted.join(' or ')
}

/** What a tool returned may stand for itself: for the chief and the assistant, who call tools. */
export const mayCiteReceiptAlone = (role: string | undefined): boolean => sourcesOf(role) === undefined
