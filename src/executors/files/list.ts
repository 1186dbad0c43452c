import { type FolderEntry, type Result, type Scope, type ToolOutput, fail, succeed } from '../../core/index.ts'
import { numberArgument, textArgument } from './argument.ts'
import type { FileAct, FileContext } from './file-act.ts'
import { readGlob } from './glob-filter.ts'
import { suggestNames } from './not-found.ts'
import { createPace } from './pace.ts'
import { assessReading } from './reading.ts'
import { showName } from './show-name.ts'

const MAX_VISITED = 100_000
const WORK_PER_ENTRY = 512 // in characters, as Pace counts

type Listing = { readonly entries: readonly FolderEntry[]; readonly total: number; readonly complete: boolean }
type ListRequest = {
  readonly path: string
  readonly depth: number
  readonly glob: string | undefined
  readonly start: number
}

export function createListAct({ workspace, settings }: FileContext): FileAct {
  return {
    use: 'read',
    caps: ['max_entries'],
    assess: call => assessReading(workspace, 'lists', textArgument(call.args, 'path') ?? '.'),
    async run({ args }, scope) {
      const glob = textArgument(args, 'glob')
      const depth = numberArgument(args, 'depth') ?? (glob === undefined ? 1 : Number.POSITIVE_INFINITY)
      const request = {
        path: textArgument(args, 'path') ?? '.',
        depth,
        glob,
        start: numberArgument(args, 'start_entry') ?? 1,
      }
      const listing = await collect(request, scope)
      return listing.ok ? succeed(show(request, listing.value)) : listing
    },
  }

  async function collect({ path, depth, glob, start }: ListRequest, { signal }: Scope): Promise<Result<Listing>> {
    const located = workspace.locate(path, 'read')
    const matches = readGlob(glob, located.ok ? located.value : path)
    if (!matches.ok) return matches
    const walked = workspace.walk(path, { depth, signal, skip: name => settings.skip_folders.includes(name) })
    if (!walked.ok) return { ok: false, error: suggestNames(workspace, path, walked.error) }
    const pace = createPace(signal)
    const entries: FolderEntry[] = []
    let [total, visited] = [0, 0]
    for (const entry of walked.value) {
      const going = pace.spend(WORK_PER_ENTRY)
      if (going !== true && !(await going)) return fail('tool_cancelled', 'The listing was stopped.')
      if (++visited > MAX_VISITED) break
      if (!matches.value(entry.path)) continue
      total++
      if (total >= start && entries.length < settings.max_entries) entries.push(entry)
    }
    return succeed({ entries, total, complete: visited <= MAX_VISITED })
  }
}

function show({ path, glob, start }: ListRequest, { entries, total, complete }: Listing): ToolOutput {
  const [shown, next] = [entries.length, start + entries.length]
  const remaining = shown === 0 ? 0 : total - next + 1
  const guidance = total > 0 ? undefined : guide(path, glob)
  const marks = [
    ...(guidance === undefined ? [] : [guidance]),
    ...(total > 0 && shown === 0 ? [`[no such entries: there are ${total}]`] : []),
    ...(remaining > 0 ? [`[${shown} of ${total} entries shown; call again with start_entry=${next}]`] : []),
    ...(complete ? [] : [`[stopped after ${MAX_VISITED} entries; list a folder further down]`]),
  ]
  return {
    text: [...entries.map(entryLine), ...marks].join('\n'),
    data: {
      entries: entries.map(entry => ({ path: entry.path, kind: entry.kind, bytes: entry.bytes })),
      entries_shown: shown,
      entries_remaining: remaining,
      has_more: remaining > 0 || !complete,
      ...(guidance !== undefined && { guidance }),
    },
    sources: [],
    page: { shown, remaining, ...(remaining > 0 && { next: `start_entry=${next}` }) },
  }
}

function entryLine({ path, kind, bytes, leadsTo }: FolderEntry): string {
  const link = leadsTo === undefined ? '' : ` (link to ${showName(leadsTo)})`
  if (kind === 'folder') return `${showName(path)}/${link}`
  return kind === 'file' ? `${showName(path)} (${bytes} bytes)${link}` : `${showName(path)} (no regular file)${link}`
}

function guide(path: string, glob: string | undefined): string {
  if (glob !== undefined)
    return `[nothing matches ${JSON.stringify(glob)}; try a broader glob such as **/*, or another folder]`
  return path === '.' ? '[the workspace is empty]' : '[the folder is empty]'
}
