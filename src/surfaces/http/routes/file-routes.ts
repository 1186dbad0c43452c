import { fail } from '../../../core/index.ts'
import { maySeeFiles } from '../access/caller.ts'
import { object, shape, string, integer } from '../request-schema.ts'
import { type Call, type RouteResult, type ApiRoute, jsonReply, numberIn, stringIn, get } from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import type { FileView } from '../shapes.ts'

const MAX_BYTES = 2 * 1_024 * 1_024
const MAX_LINES = 2_000

/** Lines of a file, for quotes. */
export const fileRoutes: readonly ApiRoute[] = [
  get('/api/files', 'Lines of a workspace file, under the rules of file tools.', {
    query: object({ path: string(4_096), from: integer(1, 10_000_000), to: integer(1, 10_000_000) }, ['path']),
    reply: shape('FileView', 'path', 'from', 'to', 'total_lines', 'lines', 'bytes', 'sha256'),
    run: showFile,
  }),
]

function showFile({ query, caller }: Call, { runtime }: ServerParts): RouteResult {
  if (!maySeeFiles(caller)) return fail('access_denied', 'This key does not have FileAccess.')
  const read = runtime.workspace.read(stringIn(query, 'path') ?? '', { maxBytes: MAX_BYTES })
  if (!read.ok) return read
  const { path, bytes, sha256 } = read.value
  if (bytes.includes(0)) return fail('file_unsuitable', 'This file is not text.')
  const all = Buffer.from(bytes).toString('utf8').split('\n')
  const lines = all.at(-1) === '' ? all.slice(0, -1) : all
  const from = numberIn(query, 'from') ?? 1
  const to = Math.min(lines.length, numberIn(query, 'to') ?? lines.length, from + MAX_LINES - 1)
  if (from > Math.max(1, lines.length))
    return fail('request_invalid', `The file has ${lines.length} lines.`, { param: 'from' })
  return jsonReply<FileView>({
    path,
    from,
    to,
    total_lines: lines.length,
    lines: lines.slice(from - 1, to),
    bytes: bytes.length,
    sha256,
  })
}
