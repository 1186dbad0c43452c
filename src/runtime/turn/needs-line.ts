import type { MadeCall, Turn } from './turn.ts'

/** Always in a conference; in a talk with tools if the files were used; never where no tools were on offer. */
export function needsLine({ request, runtime, allowance, progress }: Turn): boolean {
  if (request.conference !== undefined) return true
  const { require, check: isOn } = runtime.settings.evidence
  if (!isOn || require === 'never' || allowance.tools.length === 0) return false
  return require === 'always' || progress.made.some(made => usedFiles(made, runtime.ownTools))
}

const OF_FILES: ReadonlySet<string> = new Set(['FileAccess', 'FileWrite'])

/** A tool of the program has a right of ours only because it needs some right; that it spoke of files is seen by what it names. */
function usedFiles({ call, executed, result }: MadeCall, own: readonly string[]): boolean {
  if (!executed || !result.ok) return false
  const { name, capability } = call.tool
  return (result.receipt?.file_refs.length ?? 0) > 0 || (OF_FILES.has(capability) && !own.includes(name))
}
